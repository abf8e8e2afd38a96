import { existsSync } from 'node:fs'

import { inProject } from '../project.mjs'

/**
 * One run of Vitest: its arguments, without those of its reporters, and the project that they select.
 * @typedef {{ project: 'unit' | 'process', args: string[] }} UnitRun
 */

/**
 * The runs of Vitest that test changes: all tests that import a changed file, but tests that start processes only if
 * they have changed themselves. Tests that load a changed file in a thread, or read it as data, are not found.
 * @param {readonly string[]} files the changed files, including deleted ones
 * @returns {UnitRun[]}
 */
export function affectedUnitRuns(files) {
  const present = files.filter((path) => existsSync(inProject(path)))
  const changedProcessTests = present.filter((path) => path.endsWith('.process.test.ts'))
  /** @type {UnitRun[]} */
  const runs = []
  // Tests that start processes are slow, and their imports do not show what they start.
  if (present.length > 0) {
    runs.push({
      project: 'unit',
      args: ['related', '--run', '--project', 'unit', '--passWithNoTests', ...present],
    })
  }
  if (changedProcessTests.length > 0) {
    runs.push({ project: 'process', args: ['run', '--project', 'process', ...changedProcessTests] })
  }
  return runs
}
