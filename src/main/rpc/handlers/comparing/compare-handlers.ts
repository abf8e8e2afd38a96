import type { ComparisonId, ProjectId } from '../../../../shared/ids'
import { newTools, type Project, projectParams } from '../../../../shared/projects/projects'
import { messageText } from '../../../../shared/sessions/messages'
import type { RowJudge } from '../../../compare/judging/row-judge'
import type { Merges } from '../../../compare/merge/merges'
import type { DifferenceFinder } from '../../../differences/difference-finder'
import type { ComparisonTrash } from '../../../store/comparisons/comparison-trash'
import type { Comparison, ModelParams } from '../../../../shared/sessions/sessions'
import type { PaneModel } from '../../../store/comparisons/comparison-panes'
import { type ComparisonStore, promotePane } from '../../../store/comparisons/comparison-store'
import type { ComparisonRuns } from '../../../compare/comparison-runs'
import type { SessionView } from '../../../runs/watching/session-view'
import type { RowVerdicts } from '../../../store/comparisons/row-verdicts'
import type { LineUpStore } from '../../../store/composer/line-up-store'
import type { SessionOperations } from '../../../store/sessions/session-operations'
import type { SessionStore } from '../../../store/sessions/session-store'
import { assertSameQuestion } from '../../../store/votes/answered-questions'
import type { RouteHandlers, StreamHandlers } from '../../router'
import type { UseAttachments } from '../chats/run-handlers'
import type { RouteCheckedInput } from '../../../../shared/rpc/contract'
import type { Votes } from '../../../votes/votes'
import type { JobRunner } from '../../../base/threads/job'
import type { WhichModelJobs } from '../../../which-model/which-model-jobs'

/** `compare.*` and `pane.run`. */
export function compareHandlers(deps: {
  comparisons: ComparisonRuns
  store: ComparisonStore
  trash: ComparisonTrash
  operations: SessionOperations
  view: SessionView
  useAttachments: UseAttachments
  /** @throws NOT_FOUND */
  project: (id: ProjectId) => Project
  /** The parameters of panes with this model that have none of their own. */
  paramsOf: (model: string) => ModelParams
  /** The tools of new panes. */
  defaultTools: () => string[]
  /** Called after comparisons were erased from the trash. */
  onErased: () => void
}) {
  const { comparisons, store, trash, operations, view, useAttachments, project, paramsOf, defaultTools } =
    deps
  const withParams = (pane: PaneModel, chosen: Project | null = null): PaneModel => ({
    params: projectParams(chosen) ?? paramsOf(pane.model),
    ...pane,
  })
  return {
    routes: {
      'compare.create': ({ models, ...input }) => {
        const chosen = input.projectId === undefined ? null : project(input.projectId)
        const tools = newTools(chosen, defaultTools())
        const panes = models.map((pane) => ({
          ...(tools === undefined ? {} : { tools }),
          ...withParams(typeof pane === 'string' ? { model: pane } : pane, chosen),
        }))
        return { comparison: comparisons.create({ ...input, models: panes }) }
      },
      'compare.reveal': ({ comparisonId }) => ({ comparison: comparisons.reveal(comparisonId) }),
      'compare.get': ({ comparisonId }) => ({ comparison: comparisons.get(comparisonId) }),
      'compare.list': (input) => ({ comparisons: comparisons.list(input) }),
      'compare.update': ({ comparisonId, ...patch }) => ({
        comparison: comparisons.update(comparisonId, patch),
      }),
      'compare.delete': async ({ comparisonId }) => {
        await comparisons.delete(comparisonId)
        return { deleted: true }
      },
      'compare.restore': ({ comparisonId }) => ({ comparison: comparisons.restore(comparisonId) }),
      'compare.erase': async ({ comparisonId }) => {
        const erased = await (comparisonId === undefined ? trash.empty() : trash.erase(comparisonId))
        deps.onErased()
        return { erased }
      },
      'compare.addPane': ({ comparisonId, ...model }) => {
        // Answers are comparable only with the same tools.
        const tools = model.tools ?? store.get(comparisonId).panes.at(-1)?.tools
        const pane = { ...withParams(model), ...(tools === undefined ? {} : { tools }) }
        return { comparison: comparisons.addPane(comparisonId, pane) }
      },
      'compare.movePane': ({ comparisonId, paneId, position }) => ({
        comparison: comparisons.movePane(comparisonId, paneId, position),
      }),
      'compare.updatePane': ({ comparisonId, paneId, ...patch }) => ({
        comparison: comparisons.updatePane(comparisonId, paneId, patch),
      }),
      'compare.promotePane': async ({ comparisonId, paneId }) => {
        const session = await promotePane({ store, operations }, comparisonId, paneId)
        view.announce(session.id)
        return { session }
      },
      'compare.removePane': async ({ comparisonId, paneId }) => ({
        comparison: await comparisons.removePane(comparisonId, paneId),
      }),
      'compare.removedPanes': ({ comparisonId }) => ({ panes: store.removedPanes(comparisonId) }),
      'compare.restorePane': ({ comparisonId, paneId }) => ({
        comparison: comparisons.restorePane(comparisonId, paneId),
      }),
      'compare.replacePane': async ({ comparisonId, paneId, ...model }) => ({
        comparison: await comparisons.replacePane(comparisonId, paneId, withParams(model)),
      }),
    } satisfies Partial<RouteHandlers>,
    streams: {
      'pane.run': (input, { signal }) => {
        if ('form' in input) return comparisons.answerForm({ paneId: input.paneId, ...input.form }, signal)
        if ('continues' in input) return comparisons.continue(input.paneId, input.messageId)
        if ('critiqueOf' in input) return comparisons.critique(input.paneId, input.critiqueOf)
        if (input.regenerate !== true) {
          return comparisons.run({ ...input, attachments: useAttachments(input.attachments ?? []) })
        }
        const { attachments, ...again } = input
        return comparisons.run({
          ...again,
          attachments: attachments === undefined ? undefined : useAttachments(attachments),
        })
      },
    } satisfies Partial<StreamHandlers>,
  }
}

/** `lineUps.*`. */
export function lineUpHandlers(lineUps: LineUpStore) {
  return {
    'lineUps.list': () => ({ lineUps: lineUps.list() }),
    'lineUps.save': (lineUp) => ({ lineUp: lineUps.save(lineUp) }),
    'lineUps.rename': ({ lineUpId, name }) => ({ lineUp: lineUps.rename(lineUpId, name) }),
    'lineUps.remove': ({ lineUpId }) => ({ removed: lineUps.remove(lineUpId) }),
  } satisfies Partial<RouteHandlers>
}

/** `differences.*`. */
export function differenceHandlers(deps: {
  store: SessionStore
  finder: DifferenceFinder
  judge: RowJudge
  verdicts: Pick<RowVerdicts, 'among'>
}) {
  const { store, finder, judge, verdicts } = deps
  return {
    'differences.get': async ({ messageIds }, { signal }) => {
      const answers = messageIds.map((messageId) => store.findMessage(messageId))
      assertSameQuestion(store, answers)
      const texts = answers.map(messageText)
      const differences = await finder.find(texts, signal)
      return { texts, differences, verdicts: verdicts.among(messageIds) }
    },
    'differences.judge': (row, { signal }) => judge.judge(row, signal),
    'differences.estimateJudge': async (input) => ({ costsUsd: await judge.estimate(input) }),
    'differences.prepare': async (_input, { signal }) => {
      await finder.prepare(signal)
      return {}
    },
  } satisfies Partial<RouteHandlers>
}

/** `merges.*` and `merge.run`. */
export function mergeHandlers(merges: Merges, comparisonOf: (id: ComparisonId) => Comparison) {
  return {
    routes: {
      'merges.list': ({ comparisonId }) => ({ merges: merges.list(comparisonId) }),
      'merges.remove': async ({ mergeId }) => {
        await merges.remove(mergeId)
        return { removed: true }
      },
      'merges.promote': async ({ mergeId }) => ({ session: await merges.promote(mergeId) }),
      'merges.openBlind': async ({ mergeId }) => ({
        comparison: comparisonOf(await merges.openBlind(mergeId)),
      }),
    } satisfies Partial<RouteHandlers>,
    streams: {
      'merge.run': (input) => merges.run(input),
    } satisfies Partial<StreamHandlers>,
  }
}

/** `votes.*` and `ranking.*`. */
export function voteHandlers(votes: Votes) {
  return {
    'votes.cast': (input) => ({ vote: votes.cast(input) }),
    'votes.change': (input) => ({ vote: votes.change(input) }),
    'votes.remove': ({ voteId }) => ({ removed: votes.remove(voteId) }),
    'votes.list': ({ ranked, ...input }) =>
      ranked === undefined
        ? votes.list(input)
        : votes.listRanked({ ...scopeOf(ranked), fold: false, apart: false }, input.limit),
    'votes.import': (file) => votes.importFile(file),
    'ranking.get': (query) => votes.ranking(...rankingOf(query)),
    'votes.export': async () => ({ csv: await votes.exportCsv() }),
  } satisfies Partial<RouteHandlers>
}

/** `whichModel.*`, read from this database in a thread. */
export function whichModelHandlers(file: string, run: JobRunner<WhichModelJobs>['run']) {
  return {
    'whichModel.get': ({ withColumns = false, ...scope }) => run('whichModel', { file, scope, withColumns }),
    'whichModel.parts': ({ model, figure, limit = 100, ...scope }) =>
      run('figureParts', { file, scope, model, figure, limit }),
  } satisfies Partial<RouteHandlers>
}

/** Converts a query to the scope of its votes and the options of the ranking. */
export function rankingOf(query: RouteCheckedInput<'ranking.get'>): Parameters<Votes['ranking']> {
  const { fold = false, apart = false, prior = 'normal' } = query
  return [{ ...scopeOf(query), fold, apart }, prior]
}

function scopeOf(query: NonNullable<RouteCheckedInput<'votes.list'>['ranked']>) {
  const { tags = [], since = 0, blindOnly = false, source = null, how } = query
  return { tags, since, blindOnly, source, ...(how === undefined ? {} : { how }) }
}
