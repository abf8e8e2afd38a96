import { z } from 'zod'

import type { Health } from '../app/health'
import type { RunId, WindowId } from '../ids'
import type { KeysGuard, ProviderInfo } from '../models/models'
import type { WatchEvent } from '../runs/events'
import {
  type Comparison,
  type ComparisonSummary,
  paneLimits,
  type RemovedPane,
  type Session,
} from '../sessions/sessions'
import type { ExportEvent, ImportEvent } from '../store/store'
import { agentRoutes, agentStreams } from './agent-routes'
import { attachmentRoutes, attachments } from './attachment-routes'
import type { AppSettings } from '../app/schema'
import { modelRef, providerFields } from '../models/schema'
import { settingsPatch } from '../app/schema'
import { pageLimits } from '../pages/page'
import { answerAgain, compactionRoutes, compactionStreams, filledForm, runRoutes } from './run-routes'
import { dataRoutes, exportInput, importInput } from './data-routes'
import { editRoutes, searchRoutes, toolRoutes } from './tool-routes'
import { differenceRoutes } from './comparing/difference-routes'
import { route, stream } from './definitions/define-route'
import {
  comparisonId,
  emptyMessageIssue,
  messageBody,
  messageId,
  paneId,
  paneModel,
  projectId,
  saysSomething,
  sessionId,
  title,
} from './definitions/fields'
import { id } from '../schema'
import { changedSettings, sessionSettings } from '../sessions/schema'
import { knowledgeRoutes } from './knowledge-routes'
import { lineUpRoutes } from './comparing/line-up-routes'
import { mergeRoutes, mergeStreams } from './comparing/merge-routes'
import { projectRoutes } from './project-routes'
import { modelRoutes } from './model-routes'
import { promptRoutes } from './prompt-routes'
import { serverRoutes } from './server-routes'
import { sessionRoutes } from './session-routes'
import { setRoutes, setStreams } from './comparing/set-routes'
import { spendingRoutes } from './spending-routes'
import type { testRoutes } from './test-routes'
import { voteRoutes } from './comparing/vote-routes'
import { whichModelRoutes } from './comparing/which-model-routes'
import type { WindowEvent } from './window-events'

/**
 * Every route of `window.parley.invoke`, and the documentation of the wire. Handler and client types derive from it.
 * Unknown keys of an input are dropped, and an unknown id is answered with `NOT_FOUND`.
 */
export const routes = {
  ...sessionRoutes,
  ...runRoutes,
  ...compactionRoutes,
  ...dataRoutes,
  ...attachmentRoutes,
  ...projectRoutes,
  ...knowledgeRoutes,
  ...modelRoutes,
  ...promptRoutes,
  ...agentRoutes,
  ...serverRoutes,
  ...editRoutes,
  ...differenceRoutes,
  ...voteRoutes,
  ...whichModelRoutes,
  ...mergeRoutes,
  ...setRoutes,
  ...lineUpRoutes,
  ...spendingRoutes,
  ...toolRoutes,
  ...searchRoutes,

  /** The app's state, for diagnosis; no menu shows it. Answers even when everything else is broken. */
  'health.get': route(() => z.object({})).returns<Health>(),
  'app.info': route(() => z.object({})).returns<{
    name: string
    version: string
    host: 'electron' | 'web'
  }>(),
  /**
   * Quits in order, so that partial answers are saved, and starts the app again. Every connection closes in between, and
   * the next `attached` event has another boot id. False when the app is already quitting.
   */
  'app.restart': route(() => z.object({})).returns<{ restarting: boolean }>(),
  /** Quits in order and starts the version announced by the notice `update-ready`. False if there is none. */
  'app.installUpdate': route(() => z.object({})).returns<{ installing: boolean }>(),
  /** The user has dismissed a host notice. */
  'app.dismissHostNotice': route(() =>
    z.object({ kind: z.enum(['update-ready', 'keys-locked', 'unsandboxed', 'quick-keys-taken']) }),
  ).returns<Record<string, never>>(),
  /** The text of the clipboard, read by main for the quick window; null when it has none, or this host reads none. */
  'app.readClipboard': route(() => z.object({})).returns<{ text: string | null }>(),
  /** Shows a link's target and opens it externally if the user agrees; only http, https and mailto. */
  'app.openLink': route(() => z.object({ url: z.string().max(8192) })).returns<{ opened: boolean }>(),
  /** Opens a page of an answer, as a complete document, in the user's browser if the user agrees outside the window. */
  'app.openPage': route(() => z.object({ html: z.string().max(pageLimits.documentChars) })).returns<{
    opened: boolean
  }>(),
  /** The window's answer to a `ping` of its `window.attach` stream. */
  'window.pong': route(() => z.object({ windowId: id<WindowId>(), pingId: z.number().int() })).returns<
    Record<string, never>
  >(),
  /** The user uses this window now: it gets the commands of the menu, and links. */
  'window.focused': route(() => z.object({ windowId: id<WindowId>() })).returns<Record<string, never>>(),
  /** Reports an error caught by the window's error boundary or global handlers. */
  'window.reportError': route(() =>
    z.object({
      source: z.enum(['render', 'error', 'unhandledrejection', 'worker']),
      name: z.string().max(200),
      message: z.string().max(10_000),
      stack: z.string().max(100_000),
      componentStack: z.string().max(100_000).exactOptional(),
    }),
  ).returns<Record<string, never>>(),

  /** `keysGuard` is how this machine protects stored keys. */
  'providers.list': route(() => z.object({})).returns<{ providers: ProviderInfo[]; keysGuard: KeysGuard }>(),
  /** Adds or changes a provider. Without `apiKey`, the stored key is kept unless the origin of the address changed. */
  'providers.save': route(() =>
    z.object({ ...providerFields, apiKey: z.string().max(4096).exactOptional() }),
  ).returns<{ provider: ProviderInfo }>(),
  'providers.remove': route(() => z.object({ id: z.string().max(64) })).returns<{ removed: boolean }>(),
  /** Asks the provider for its models with the stored key. */
  'providers.test': route(() => z.object({ id: z.string().max(64) })).returns<{
    modelCount: number
    durationMs: number
  }>(),
  'settings.get': route(() => z.object({})).returns<{ settings: AppSettings }>(),
  'settings.set': route(() => settingsPatch).returns<{ settings: AppSettings }>(),

  /**
   * Creates a comparison with one pane, and one session, per model. A pane without `params` gets those that the user has
   * set for its model. With `isBlind`, the panes are in random order, and
   * until `compare.reveal` or a vote, nothing that leaves main contains a model, provider, setting or name of a
   * contestant; answers arrive together when all have ended. In a project that has settings, panes without `params` get
   * those. Panes without `tools` get those of the project or, without any, the default tools.
   */
  'compare.create': route(() =>
    z.object({
      models: z.array(paneModel).min(paneLimits.min).max(paneLimits.max),
      title: title.exactOptional(),
      isBlind: z.boolean().exactOptional(),
      projectId: projectId.exactOptional(),
    }),
  ).returns<{ comparison: Comparison }>(),
  /** Reveals the contestants of a blind comparison before a vote. Votes cast later do not count as blind. */
  'compare.reveal': route(() => z.object({ comparisonId })).returns<{ comparison: Comparison }>(),
  'compare.get': route(() => z.object({ comparisonId })).returns<{ comparison: Comparison }>(),
  /** Pinned first, then newest first; `archived` and `deleted` list those instead, as in `sessions.list`. */
  'compare.list': route(() =>
    z.object({
      limit: z.number().int().min(1).max(500).exactOptional(),
      archived: z.boolean().exactOptional(),
      deleted: z.boolean().exactOptional(),
      projectId: projectId.exactOptional(),
    }),
  ).returns<{ comparisons: ComparisonSummary[] }>(),
  'compare.update': route(() =>
    z.object({
      comparisonId,
      title: title.exactOptional(),
      pinned: z.boolean().exactOptional(),
      archived: z.boolean().exactOptional(),
      projectId: projectId.nullable().exactOptional(),
      isLocal: z.boolean().exactOptional(),
    }),
  ).returns<{ comparison: Comparison }>(),
  /** Stops the panes' runs, saves their partial answers, and moves the comparison to the trash. */
  'compare.delete': route(() => z.object({ comparisonId })).returns<{ deleted: boolean }>(),
  /** Restores a deleted comparison with its panes. */
  'compare.restore': route(() => z.object({ comparisonId })).returns<{ comparison: Comparison }>(),
  /** Permanently erases a comparison in the trash, or without `comparisonId` all of them. */
  'compare.erase': route(() => z.object({ comparisonId: comparisonId.exactOptional() })).returns<{
    erased: number
  }>(),
  /** Without `params`, it gets those that the user has set for its model; without `tools`, those of the other panes. */
  'compare.addPane': route(() =>
    z.object({
      comparisonId,
      model: modelRef,
      ...sessionSettings,
    }),
  ).returns<{
    comparison: Comparison
  }>(),
  /** Moves a pane to another index, at most the last; the panes between shift. Its run continues. */
  'compare.movePane': route(() =>
    z.object({
      comparisonId,
      paneId,
      position: z
        .number()
        .int()
        .min(0)
        .max(paneLimits.max - 1),
    }),
  ).returns<{ comparison: Comparison }>(),
  /** Changes a pane's settings, from its next run. */
  'compare.updatePane': route(() =>
    z.object({
      comparisonId,
      paneId,
      ...changedSettings,
    }),
  ).returns<{ comparison: Comparison }>(),
  /** Copies a pane into a new chat; the pane stays. @throws RUN_ACTIVE */
  'compare.promotePane': route(() => z.object({ comparisonId, paneId })).returns<{ session: Session }>(),
  /** Removes a pane after stopping its run and saving the partial answer. At least two panes must remain. */
  'compare.removePane': route(() => z.object({ comparisonId, paneId })).returns<{ comparison: Comparison }>(),
  /** The removed panes that can still be restored, last removed first. */
  'compare.removedPanes': route(() => z.object({ comparisonId })).returns<{ panes: RemovedPane[] }>(),
  /** Restores a removed pane, with its messages, to its place. It is kept as long as a deleted chat. */
  'compare.restorePane': route(() => z.object({ comparisonId, paneId })).returns<{
    comparison: Comparison
  }>(),
  /**
   * Gives a pane another model, and other `params` or those that the user has set for that model. Its messages stay, as
   * do its tools, and its system prompt unless one is given; its run, if any, is first stopped and saved.
   */
  'compare.replacePane': route(() =>
    z.object({
      comparisonId,
      paneId,
      model: modelRef,
      ...changedSettings,
    }),
  ).returns<{ comparison: Comparison }>(),
}

/** Every stream of `window.parley.open`. */
export const streams = {
  ...setStreams,
  /** A session's runs as they happen. Closing it only detaches. `after` resumes a run where this watcher left off. */
  'session.watch': stream(() =>
    z.object({
      sessionId,
      after: z.object({ runId: id<RunId>(), seq: z.number().int().min(0) }).exactOptional(),
    }),
  ).carries<WatchEvent>(),
  /**
   * Runs one pane: the stream is the run. Closing it cancels the generator at once; its end arrives with the receipt
   * once the partial answer is saved. `regenerate` works as `runs.regenerate`; without `messageId`, it answers the last
   * question again. `continues` works as `runs.continue`. `form` answers a form whose run has ended, and is refused as
   * by `forms.submit`. `critiqueOf` has the latest answers of this pane and others to the same question; it asks the
   * question again, with those of the others. No other route starts an answer in a pane.
   */
  'pane.run': stream(() =>
    z.union([
      answerAgain
        .partial({ messageId: true })
        .extend({ paneId, regenerate: z.literal(true) })
        .refine(saysSomething, emptyMessageIssue),
      z
        .object({
          paneId,
          text: messageBody,
          attachments: attachments.exactOptional(),
          // A bad request to answer again must not become a new question.
          regenerate: z.never().exactOptional(),
        })
        .refine(saysSomething, emptyMessageIssue),
      z.object({ paneId, messageId, continues: z.literal(true) }),
      z.object({ paneId, form: filledForm }),
      z.object({ paneId, critiqueOf: z.array(messageId).min(2).max(paneLimits.max) }),
    ]),
  ).carries<WatchEvent>(),
  ...agentStreams,
  ...mergeStreams,
  ...compactionStreams,
  /**
   * Reads a file uploaded by `imports.append`. Each conversation is imported completely or not at all; closing the
   * stream stops after the current one and keeps those already imported.
   */
  'import.run': stream(() => importInput).carries<ImportEvent>(),
  /** Exports chats to one file: a single chat in its format, several as a ZIP. Closing the stream cancels it. */
  'export.run': stream(() => exportInput).carries<ExportEvent>(),
  /**
   * The window's own stream: list changes and pings. A connection with one open counts as a window. A quick window gets
   * no commands and links.
   */
  'window.attach': stream(() =>
    z.object({ isQuick: z.literal(true).exactOptional() }),
  ).carries<WindowEvent>(),
}

type Routes = typeof routes
type TestRoutes = typeof testRoutes
type Streams = typeof streams

/** Routes that exist only in an app started for tests. */
export type TestRouteName = keyof TestRoutes
/** The name of a route, including those that only tests have. */
export type RouteName = keyof Routes | TestRouteName
type AnyRoute<Name extends RouteName> = (Routes & TestRoutes)[Name]
/** The input that callers pass: before defaults and brands. */
export type RouteInput<Name extends RouteName> = z.input<AnyRoute<Name>['input']>
/** The input that handlers receive: checked and branded. */
export type RouteCheckedInput<Name extends RouteName> = z.output<AnyRoute<Name>['input']>
/** The result of a route. */
export type RouteOutput<Name extends RouteName> = NonNullable<AnyRoute<Name>['output']>

export type StreamName = keyof Streams
/** The input that callers pass to a stream. */
export type StreamInput<Name extends StreamName> = z.input<Streams[Name]['input']>
/** The input that the handler of a stream receives: defaults are filled in. */
export type StreamCheckedInput<Name extends StreamName> = z.output<Streams[Name]['input']>
/** An event of a stream. */
export type StreamEvent<Name extends StreamName> = NonNullable<Streams[Name]['event']>
