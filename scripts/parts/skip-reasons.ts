import type { Plugin } from 'vite'
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** What the test gave to `ctx.skip(reason)`; Vitest's JSON report has no other place for it. */
    skipReason?: string
  }
}

/** Fails the run, whatever its reporters are, for each test that is skipped without a reason. */
export function skipsNeedReasons(): Plugin {
  return {
    name: 'skips-need-reasons',
    configureVitest({ vitest }) {
      const { reporters } = vitest.config
      // Once for each project. In front, so that the JSON report has the reasons.
      if (!reporters.some((reporter) => reporter instanceof SkipReasons)) reporters.unshift(new SkipReasons())
    },
  }
}

/** The only way to skip that passes is `ctx.skip('reason')`, or `ctx.skip(condition, 'reason')`. */
class SkipReasons implements Reporter {
  #vitest: Vitest | null = null
  /** Of a run by name, line or id, Vitest says of all other tests that they were skipped. */
  #isPartial = false

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#isPartial =
      this.#vitest?.config.testNamePattern !== undefined ||
      specifications.some(({ testLines, testIds, testNames }) => testLines ?? testIds ?? testNames)
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      const skipped = [...module.children.allTests('skipped')]
      for (const test of skipped) keepReason(test)
      // When a set-up fails, Vitest skips the tests that it was for.
      if (this.#isPartial || !module.ok()) continue
      for (const test of skipped.filter((each) => each.meta().skipReason === undefined)) {
        process.exitCode = 1
        console.error(
          `FAIL  ${module.relativeModuleId} > ${test.fullName}: skipped without a reason. Use ctx.skip('reason').`,
        )
      }
    }
  }
}

function keepReason(test: TestCase): void {
  const result = test.result()
  const reason = result.state === 'skipped' ? (result.note?.trim() ?? '') : ''
  if (reason !== '') test.meta().skipReason = reason
}
