import { existsSync } from 'node:fs'

import { inProject } from '../project.mjs'

/**
 * The Vitest runs, given as arguments, that test the changes: all tests that import a changed file, but tests
 * that start processes only if they have changed themselves.
 * @param {readonly string[] | null} files the changed files, including deleted ones; null for the whole
 * project
 * @returns {string[][]}
 */
export function unitRuns(files) {
  if (files === null) return [['run']]
  const present = files.filter((path) => existsSync(inProject(path)))
  const changedProcessTests = present.filter((path) => path.endsWith('.process.test.ts'))
  return [
    // Tests that start processes are slow, and their imports do not show what they start.
    ...(present.length === 0
      ? []
      : [['related', '--run', '--passWithNoTests', '--project', 'unit', ...present]]),
    ...(changedProcessTests.length === 0 ? [] : [['run', ...changedProcessTests]]),
  ]
}
