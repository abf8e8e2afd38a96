import type { Plugin } from 'vite'
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** The reason that the test passed to `ctx.skip(reason)`; Vitest's JSON report has no other place for it. */
    skipReason?: string
  }
}

/** Fails the run, with any reporter, for each test that is skipped without a reason. */
export function skipsNeedReasons(): Plugin {
  return {
    name: 'skips-need-reasons',
    configureVitest({ vitest }) {
      const { reporters } = vitest.config
      // Called once per project. First in the list, so that the JSON report has the reasons.
      if (!reporters.some((reporter) => reporter instanceof SkipReasons)) reporters.unshift(new SkipReasons())
    },
  }
}

/** Accepts only `ctx.skip('reason')` and `ctx.skip(condition, 'reason')`. */
class SkipReasons implements Reporter {
  #vitest: Vitest | null = null
  /** In a run filtered by name, line or id, Vitest reports all other tests as skipped. */
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
      // When a set-up fails, Vitest skips the tests that depend on it.
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
