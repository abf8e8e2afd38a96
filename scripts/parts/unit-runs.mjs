import { existsSync } from 'node:fs'

import { inProject } from './project.mjs'

/**
 * The runs of Vitest, each as its arguments, that test what has changed: all tests that import a changed file, but those
 * that start processes only when they have changed themselves.
 * @param {readonly string[] | null} files the changed files, deleted ones too; null for the whole project
 * @returns {string[][]}
 */
export function unitRuns(files) {
  if (files === null) return [['run']]
  const present = files.filter((path) => existsSync(inProject(path)))
  const changedProcessTests = present.filter((path) => path.endsWith('.process.test.ts'))
  return [
    // Tests that start processes are slow, and what they start does not show in their imports.
    ...(present.length === 0
      ? []
      : [['related', '--run', '--passWithNoTests', '--project', 'unit', ...present]]),
    ...(changedProcessTests.length === 0 ? [] : [['run', ...changedProcessTests]]),
  ]
}
