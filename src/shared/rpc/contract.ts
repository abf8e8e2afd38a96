import { z } from 'zod'

import type { Health } from '../health'
import type { ComparisonId, MessageId, PaneId, RunId, SessionId, WindowId } from '../ids'
import type { Message, Receipt } from '../messages'
import type { ModelInfo, ModelProblem, ProviderInfo } from '../models'
import type { WatchEvent } from '../runs/events'
import type { Comparison, ComparisonSummary, Session, SessionSummary } from '../sessions'
import { paneLimits } from '../sessions'
import type { AppSettings } from '../settings'
import { utf8Bytes } from '../utf8'
import { route, stream } from './define-route'
import { wireLimits } from './limits'
import type { testRoutes } from './test-routes'
import type { WindowEvent } from './window-events'

const id = <Id extends string>() =>
  z
    .string()
    .min(1)
    .max(128)
    .transform((value) => value as Id)
const sessionId = id<SessionId>()
const messageId = id<MessageId>()
const comparisonId = id<ComparisonId>()
const paneId = id<PaneId>()

const modelRef = z
  .string()
  .max(512)
  .regex(/^[^/\s]+\/\S+$/, 'a model is named provider/model')

const params = z.object({
  temperature: z.number().min(0).max(2).exactOptional(),
  topP: z.number().min(0).max(1).exactOptional(),
  maxOutputTokens: z.number().int().min(1).exactOptional(),
  seed: z.number().int().exactOptional(),
})

const messageInput = z
  .string()
  .refine((text) => text.trim() !== '', 'the message is empty')
  .superRefine((text, context) => {
    const sizeBytes = utf8Bytes(text)
    if (sizeBytes > wireLimits.messageBytes) {
      context.addIssue({
        code: 'custom',
        message: `the message has ${sizeBytes.toLocaleString('en')} bytes; at most ${wireLimits.messageBytes.toLocaleString('en')} can be sent`,
      })
    }
  })

const title = z.string().trim().min(1).max(500)
const paneModel = z.union([modelRef, z.object({ model: modelRef, params: params.exactOptional() })])

/**
 * Every route of `window.parley.invoke`. It is also the documentation of the wire: handler types and client
 * types are both derived from it, unknown keys of an input are dropped, and an id that names nothing is
 * answered with `NOT_FOUND`.
 */
export const routes = {
  /** The app's state. Hidden: no menu leads here. Answers also when everything else is broken. */
  'health.get': route(z.object({})).returns<Health>(),
  'app.info': route(z.object({})).returns<{ name: string; version: string; host: 'electron' | 'web' }>(),
  /**
   * Ends the app in order, so that answers being written are saved as far as they came, and starts it anew. Every
   * connection ends meanwhile; the next `attached` names another boot. False when the app is ending for good.
   */
  'app.restart': route(z.object({})).returns<{ restarting: boolean }>(),
  /** Shows where a link leads and opens it outside when the user agrees; only http, https and mailto. */
  'app.openLink': route(z.object({ url: z.string().max(8192) })).returns<{ opened: boolean }>(),
  /** The window's answer to a `ping` of its `window.attach` stream. */
  'window.pong': route(z.object({ windowId: id<WindowId>(), pingId: z.number().int() })).returns<
    Record<string, never>
  >(),
  /** An error that reached the window's error boundary or its global handlers. */
  'window.reportError': route(
    z.object({
      source: z.enum(['render', 'error', 'unhandledrejection', 'worker']),
      name: z.string().max(200),
      message: z.string().max(10_000),
      stack: z.string().max(100_000),
      componentStack: z.string().max(100_000).exactOptional(),
    }),
  ).returns<Record<string, never>>(),

  /** All models that can be asked now. `refresh` asks every provider again instead of the short-lived cache. */
  'models.list': route(z.object({ refresh: z.boolean().exactOptional() })).returns<{
    models: ModelInfo[]
    problems: ModelProblem[]
  }>(),
  /** `keysGuard` says, for people, what the way in which keys are stored here protects against. */
  'providers.list': route(z.object({})).returns<{ providers: ProviderInfo[]; keysGuard: string }>(),
  /** Adds a provider or changes the one with this id. An absent `apiKey` keeps the stored one unless the origin changed. */
  'providers.save': route(
    z.object({
      id: z
        .string()
        .max(64)
        .regex(/^[a-z0-9][a-z0-9._-]*$/, 'an id is lower case letters, digits, dot, dash and underscore'),
      kind: z.enum(['openai-compatible']),
      name: z.string().trim().min(1).max(100).exactOptional(),
      baseUrl: z
        .url({ protocol: /^https?$/ })
        .max(2048)
        .exactOptional(),
      apiKey: z.string().max(4096).exactOptional(),
    }),
  ).returns<{ provider: ProviderInfo }>(),
  'providers.remove': route(z.object({ id: z.string().max(64) })).returns<{ removed: boolean }>(),
  /** Asks the provider for its models, with the stored key. */
  'providers.test': route(z.object({ id: z.string().max(64) })).returns<{
    modelCount: number
    durationMs: number
  }>(),
  'settings.get': route(z.object({})).returns<{ settings: AppSettings }>(),
  'settings.set': route(
    z.object({
      theme: z.enum(['light', 'dark', 'system']).exactOptional(),
      defaultModel: modelRef.nullable().exactOptional(),
      compareModels: z.array(modelRef).max(paneLimits.max).exactOptional(),
      idleTimeoutSeconds: z.number().int().min(0).max(86_400).exactOptional(),
      wallTimeoutSeconds: z.number().int().min(0).max(604_800).exactOptional(),
      discovery: z.boolean().exactOptional(),
    }),
  ).returns<{ settings: AppSettings }>(),

  'sessions.create': route(
    z.object({
      title: title.exactOptional(),
      model: modelRef.exactOptional(),
      workspace: z.string().max(4096).exactOptional(),
      systemPrompt: z.string().max(200_000).exactOptional(),
      params: params.exactOptional(),
    }),
  ).returns<{ session: Session }>(),
  /** Chats, pinned first and newest first; sessions of panes are not among them. */
  'sessions.list': route(
    z.object({
      query: z.string().max(500).exactOptional(),
      archived: z.boolean().exactOptional(),
      limit: z.number().int().min(1).max(500).exactOptional(),
      cursor: z.string().max(200).exactOptional(),
    }),
  ).returns<{ sessions: SessionSummary[]; nextCursor: string | null }>(),
  /** The newest `limit` messages of the path to the leaf, oldest first; those before message `before` when given. */
  'sessions.get': route(
    z.object({
      sessionId,
      limit: z.number().int().min(1).max(100_000).exactOptional(),
      before: messageId.exactOptional(),
    }),
  ).returns<{ session: Session; messages: Message[]; hasMore: boolean }>(),
  'sessions.update': route(
    z.object({
      sessionId,
      title: title.exactOptional(),
      model: modelRef.nullable().exactOptional(),
      workspace: z.string().max(4096).nullable().exactOptional(),
      systemPrompt: z.string().max(200_000).nullable().exactOptional(),
      params: params.exactOptional(),
      pinned: z.boolean().exactOptional(),
      archived: z.boolean().exactOptional(),
    }),
  ).returns<{ session: Session }>(),
  /** Takes a chat out of every list; a pane goes by `compare.removePane`. A run of it is stopped and saved first. */
  'sessions.delete': route(z.object({ sessionId })).returns<{ deleted: boolean }>(),
  /** Brings a deleted chat back. */
  'sessions.restore': route(z.object({ sessionId })).returns<{ session: Session }>(),
  /** The user has looked at this session: its finished-unseen mark goes. */
  'sessions.markSeen': route(z.object({ sessionId })).returns<Record<string, never>>(),

  /**
   * Stores the message and starts a detached run. Answers when the run has begun.
   * @throws RUN_ACTIVE a run is active and `whenBusy` is `reject` (the default)
   * @throws CANCELLED a later `replace` took this one's place; nothing was stored
   */
  'runs.send': route(
    z.object({
      sessionId,
      text: messageInput,
      mode: z.enum(['chat', 'agent']).exactOptional(),
      whenBusy: z.enum(['reject', 'replace']).exactOptional(),
    }),
  ).returns<{ runId: RunId; messageId: MessageId }>(),
  /** Answers again: beside the assistant message `messageId`, or to the user message `messageId` as edited by `text`. */
  'runs.regenerate': route(
    z.object({ sessionId, messageId, text: messageInput.exactOptional(), model: modelRef.exactOptional() }),
  ).returns<{ runId: RunId }>(),
  /** Stops the session's run, also a pane's. Answers once the partial is on disk and the upstream is gone. */
  'runs.stop': route(z.object({ sessionId })).returns<{ stopped: boolean; receipt: Receipt | null }>(),
  'runs.list': route(z.object({})).returns<{ runs: RunSummary[] }>(),

  /** A comparison with one pane, and one session, per model. */
  'compare.create': route(
    z.object({
      models: z.array(paneModel).min(paneLimits.min).max(paneLimits.max),
      title: title.exactOptional(),
    }),
  ).returns<{ comparison: Comparison }>(),
  'compare.get': route(z.object({ comparisonId })).returns<{ comparison: Comparison }>(),
  'compare.list': route(z.object({ limit: z.number().int().min(1).max(500).exactOptional() })).returns<{
    comparisons: ComparisonSummary[]
  }>(),
  'compare.update': route(z.object({ comparisonId, title })).returns<{ comparison: Comparison }>(),
  /** Stops the panes' runs, saves their partials, then takes the comparison out of every list. */
  'compare.delete': route(z.object({ comparisonId })).returns<{ deleted: boolean }>(),
  'compare.addPane': route(
    z.object({ comparisonId, model: modelRef, params: params.exactOptional() }),
  ).returns<{
    comparison: Comparison
  }>(),
  /** Stops the pane's run and saves its partial first. At least two panes stay. */
  'compare.removePane': route(z.object({ comparisonId, paneId })).returns<{ comparison: Comparison }>(),
  /** Gives the pane another model. Its messages stay; its run, if any, is stopped and saved first. */
  'compare.replacePane': route(
    z.object({ comparisonId, paneId, model: modelRef, params: params.exactOptional() }),
  ).returns<{ comparison: Comparison }>(),
}

/** Every stream of `window.parley.open`. */
export const streams = {
  /** A session's runs as they happen. Closing only detaches. `after` resumes a run where this watcher left it. */
  'session.watch': stream(
    z.object({
      sessionId,
      after: z.object({ runId: id<RunId>(), seq: z.number().int().min(0) }).exactOptional(),
    }),
  ).carries<WatchEvent>(),
  /**
   * Runs one pane: the stream is the run. Closing it cancels the generator at once; its end comes when the
   * partial is saved, with the receipt.
   */
  'pane.run': stream(
    z.union([z.object({ paneId, text: messageInput }), z.object({ paneId, regenerate: z.literal(true) })]),
  ).carries<WatchEvent>(),
  /** The window itself: list changes and pings. A connection that holds one open is a window to the app. */
  'window.attach': stream(z.object({})).carries<WindowEvent>(),
}

/** A run in progress, as `runs.list` names it. */
export interface RunSummary {
  runId: RunId
  sessionId: SessionId
  kind: 'detached' | 'direct'
  model: string
  startedAt: number
  lastSeq: number
}

type Routes = typeof routes
type TestRoutes = typeof testRoutes
type Streams = typeof streams

/** Routes that exist only in an app that was started for tests. */
export type TestRouteName = keyof TestRoutes
export type RouteName = keyof Routes | TestRouteName
type AnyRoute<Name extends RouteName> = (Routes & TestRoutes)[Name]
/** What a caller passes: before defaults and brands. */
export type RouteInput<Name extends RouteName> = z.input<AnyRoute<Name>['input']>
/** What a handler gets: checked, branded. */
export type RouteCheckedInput<Name extends RouteName> = z.output<AnyRoute<Name>['input']>
export type RouteOutput<Name extends RouteName> = NonNullable<AnyRoute<Name>['output']>

export type StreamName = keyof Streams
export type StreamInput<Name extends StreamName> = z.input<Streams[Name]['input']>
export type StreamCheckedInput<Name extends StreamName> = z.output<Streams[Name]['input']>
export type StreamEvent<Name extends StreamName> = NonNullable<Streams[Name]['event']>
