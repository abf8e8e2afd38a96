import type { Comparison } from '../../../../shared/sessions/sessions'
import type { BallotPlace } from '../../../../shared/sets/ballots'
import type { PromptFromChat } from '../../../../shared/sets/sets'
import type { SetVoting } from '../../../sets/ballots/set-voting'
import type { promptFromChat } from '../../../sets/prompt-from-chat'
import type { PromptSets } from '../../../sets/prompt-sets'
import type { RouteHandlers, StreamHandlers } from '../../router'

type RowOpener = (
  place: BallotPlace,
  options: { onlyKnown: boolean; models?: readonly number[] | undefined },
) => Promise<Comparison>

/** `sets.*`. `openComparison` opens a row of a run as a comparison and announces it. */
export function setHandlers(
  sets: PromptSets,
  voting: SetVoting,
  {
    openComparison,
    promptFrom,
  }: {
    openComparison: RowOpener
    promptFrom: (place: Parameters<typeof promptFromChat>[1]) => PromptFromChat
  },
) {
  const { runs, watches } = sets
  return {
    routes: {
      'sets.create': ({ name, ...added }) => sets.create(name, added),
      'sets.add': ({ setId, ...added }) => sets.add(setId, added),
      'sets.promptFrom': promptFrom,
      'sets.preview': ({ file }) => sets.preview(file),
      'sets.candidates': (query, { signal }) => sets.candidates(query, signal),
      'sets.chatQuestion': ({ messageId }) => sets.chatQuestion(messageId),
      'sets.addFromChats': ({ setId, chosen }) => sets.addFromChats(setId, chosen, promptFrom),
      'sets.list': () => ({ sets: sets.list() }),
      'sets.get': ({ setId }) => ({ set: sets.get(setId) }),
      'sets.rename': ({ setId, name }) => ({ set: sets.rename(setId, name) }),
      'sets.changePrompt': ({ setId, promptId, prompt }) => ({
        set: sets.changePrompt(setId, promptId, prompt),
      }),
      'sets.removePrompt': ({ setId, promptId }) => ({ removed: sets.removePrompt(setId, promptId) }),
      'sets.delete': async ({ setId }) => ({ deleted: await sets.delete(setId) }),
      'sets.restore': ({ setId }) => ({ set: sets.restore(setId) }),
      'sets.estimate': (input) => runs.estimate(input),
      'sets.setRubric': ({ setId, rubric }) => ({ set: sets.setRubric(setId, rubric) }),
      'sets.estimateJudge': ({ runId, ...plan }) => runs.estimateJudge(runId, plan),
      'sets.runs': (input) => ({ runs: runs.list(input) }),
      'sets.stop': async ({ runId }) => ({ run: await runs.stop(runId) }),
      'sets.tryChecks': async ({ setId, prompt }, { signal }) => ({
        answers: await sets.tryChecks(setId, prompt, signal),
      }),
      'sets.pageCheck': ({ runId }) => ({ next: runs.pageCheck(runId) }),
      'sets.finishPageCheck': ({ runId, result, ...place }) => ({
        isStored: runs.finishPageCheck(runId, place, result),
      }),
      'sets.drift': async ({ setId }) => {
        const watch = watches.get(setId)
        if (watch === null) return { watched: null }
        const baseline = runs.get(watch.baselineId)
        return { watched: { watch, baseline, report: await watches.report(setId) } }
      },
      'sets.setDrift': ({ setId, plan }) => {
        if (plan !== null) return { watch: watches.set(setId, plan) }
        watches.remove(setId)
        return { watch: null }
      },
      'sets.runDrift': async ({ setId }) => ({ runId: await watches.lookNow(setId) }),
      'sets.removeJudge': ({ runId }) => ({ removed: runs.removeJudge(runId) }),
      'sets.result': ({ runId, baselineRunId = null, isBlind }) =>
        sets.result(runId, baselineRunId, { isBlind }),
      'sets.answers': ({ runId, prompt, baselineRunId = null }) => sets.answers(runId, prompt, baselineRunId),
      'sets.ballot': ({ only, ...place }) => voting.ballot(place, only),
      'sets.nextBallot': ({ runId, order, after }) => ({ next: voting.next(runId, order, after) }),
      'sets.vote': ({ runId, prompt, repeat, ...judgement }) => ({
        vote: voting.cast({ runId, prompt, repeat }, judgement),
      }),
      'sets.rate': (place) => ({ ratings: voting.rate(place, place) }),
      'sets.openComparison': async ({ onlyKnown, models, ...place }) => ({
        comparison: await openComparison(place, { onlyKnown, models }),
      }),
    } satisfies Partial<RouteHandlers>,
    streams: {
      async 'sets.run'(input, { signal }) {
        if ('runId' in input) {
          await runs.resume(input.runId, input, signal)
          return runs.watch(input.runId)
        }
        const plan = { ...input, costLimitUsd: input.costLimitUsd ?? null }
        return runs.watch(await runs.start(plan, signal))
      },
      async 'sets.judge'({ runId, costLimitUsd = null, ...plan }) {
        return runs.watch(await runs.judge(runId, { ...plan, costLimitUsd }))
      },
      'sets.watch': ({ runId }) => runs.watch(runId),
    } satisfies Partial<StreamHandlers>,
  }
}
