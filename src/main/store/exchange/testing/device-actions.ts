import type { AttachmentId, ComparisonId, MessageId, PaneId, RunId, SessionId } from '../../../../shared/ids'
import { ParleyError } from '../../../../shared/errors'
import type { Message } from '../../../../shared/sessions/messages'
import type { Random } from '../../../base/seeded-random'
import { toPart } from '../../attachments/attachment-rows'
import { shownAnswer } from '../../sealed/shown-answer'
import { answersKeyOf } from '../../votes/vote-store'
import { importChat } from './import-chat'
import { messagesIn, type Scene } from './scene'

const metrics = { ttftMs: 1, tokensPerSecond: null, durationMs: 3 }
const receipt = { requestedAt: 1, generatorEndedMs: 2, upstreamClosedMs: 3, savedMs: null, keptChars: 5 }

function oneOf<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return random.some(items, 1)[0]
}

function chatOf({ device, random }: Scene, deleted = false): SessionId | undefined {
  return oneOf(random, device.parts.sessions.listSessions({ deleted, limit: 1_000 }).sessions)?.id
}

function comparisonOf({ device, random }: Scene, deleted = false): ComparisonId | undefined {
  return oneOf(random, device.parts.comparisons.list({ deleted, limit: 1_000 }))?.id
}

/** The answer of a run, with a word of its own. */
function answerOf(
  scene: Scene,
  run: { runId: RunId; messageId: MessageId; sessionId: SessionId },
): Message & { word: string } {
  const word = `a${scene.device.hex(3)}`
  return {
    id: run.messageId,
    sessionId: run.sessionId,
    parentId: null,
    role: 'assistant',
    parts: [{ type: 'text', text: `answer ${word}` }],
    status: 'complete',
    stopReason: 'end',
    runId: run.runId,
    model: 'demo/writer',
    createdAt: scene.device.clock.now(),
    usage: { inputTokens: 1 + scene.random.below(9), costUsd: 0.5 },
    metrics,
    word,
  }
}

function ask(scene: Scene, sessionId: SessionId, model = 'demo/writer') {
  const { device, random, acknowledged } = scene
  const { sessions } = device.parts
  const word = `q${device.hex(3)}`
  const user = { id: device.newId<MessageId>(), text: `question ${word}` }
  const parentId = random.below(4) === 0 ? oneOf(random, messagesIn(scene, sessionId)) : undefined
  const run = {
    runId: device.newId<RunId>(),
    messageId: device.newId<MessageId>(),
    sessionId,
    kind: 'detached' as const,
    model,
  }
  const file = random.below(8) === 0 ? attach(scene) : null
  sessions.beginRun(run, {
    user: file === null ? user : { ...user, attachments: [file] },
    ...(parentId === undefined ? {} : { parentId }),
  })
  acknowledged.set(user.id, { sessionId, word })
  return { ...run, startedAt: device.clock.now(), parentId: user.id }
}

function settle(scene: Scene, run: ReturnType<typeof ask>): void {
  const { word, ...message } = answerOf(scene, run)
  scene.device.parts.sessions.settleRun(run.runId, message)
  scene.acknowledged.set(message.id, { sessionId: run.sessionId, word })
}

function attach({ device }: Scene) {
  const row = {
    id: device.newId<AttachmentId>(),
    hash: device.hex(16),
    name: 'note.txt',
    media_type: 'text/plain',
    size_bytes: 5,
    width: null,
    height: null,
    page_count: null,
    used_at: device.clock.now(),
  }
  device.parts.attachments.insert(row)
  return toPart(row)
}

/** All panes of a comparison get an answer; hidden contestants a sealed one. */
function playRound(scene: Scene, id: ComparisonId): void {
  const { device, random, acknowledged } = scene
  const { comparisons, sealed, sessions } = device.parts
  const runs = comparisons
    .get(id)
    .panes.map(({ sessionId }) => ask(scene, sessionId, sessions.unsealedSession(sessionId).model ?? ''))
  for (const run of runs) {
    if (!sealed.isHidden(run.sessionId)) {
      settle(scene, run)
      continue
    }
    const { word, ...answer } = answerOf(scene, run)
    const cost = { isFree: false, mayBeCharged: true }
    sealed.seal(run, { ...answer, parentId: run.parentId }, cost)
    const shown = shownAnswer(
      { ...answer, parentId: run.parentId },
      { question: null, models: sealed.modelsOf(id), round: null },
    )
    sealed.settle(run, answer, { ...cost, shown })
    acknowledged.set(answer.id, { sessionId: run.sessionId, word })
    if (random.below(2) === 0) sealed.attachReceipt(run.sessionId, answer.id, receipt)
  }
}

/** The user is about to erase these, which is refused while an answer is written. */
function erasing(scene: Scene, sessions: readonly SessionId[]): void {
  settleAll(scene)
  scene.device.shareAll()
  for (const session of sessions) {
    for (const id of messagesIn(scene, session)) scene.device.erased.add(id)
  }
}

const models = [
  { model: 'demo/one', params: {} },
  { model: 'demo/two', params: {} },
  { model: 'demo/three', params: {} },
] as const
const names = ['Shorter', 'shorter', 'Tea', 'Translate'] as const

const ofChats: Record<string, (scene: Scene, id: SessionId) => unknown> = {
  rename: ({ device }, id) => device.parts.sessions.updateSession(id, { title: `Title ${device.hex(1)}` }),
  pin: ({ device, random }, id) =>
    device.parts.sessions.updateSession(id, {
      pinned: random.below(2) === 0,
      archived: random.below(3) === 0,
    }),
  keepHere: ({ device, random }, id) =>
    device.parts.sessions.updateSession(id, { isLocal: random.below(2) === 0 }),
  instruct: ({ device }, id) => device.parts.sessions.updateSession(id, { systemPrompt: device.hex(1) }),
  set: ({ device, random }, id) =>
    device.parts.sessions.updateSession(id, { model: 'demo/two', params: { temperature: random.below(9) } }),
  see: ({ device, random }, id) =>
    device.parts.sessions.setUnseen(id, random.below(2) === 0 ? 'answer' : null),
  assign: ({ device, random }, id) =>
    device.parts.sessions.updateSession(id, {
      projectId: oneOf(random, device.parts.projects.list())?.id ?? null,
    }),
  branch: (scene, id) =>
    scene.device.parts.sessions.setLeaf(id, oneOf(scene.random, messagesIn(scene, id)) ?? null, {
      descend: scene.random.below(2) === 0,
    }),
  undo: ({ device }, id) => device.parts.sessions.removeLastExchange(id),
  ask: (scene, id) => settle(scene, ask(scene, id)),
  askSlowly(scene, id) {
    const { leases } = scene.device.parts
    scene.device.leases.set(id, leases.acquire(id, { kind: 'detached', stop: () => {} }))
    ask(scene, id)
  },
  receive({ device, random }, id) {
    const messages = device.parts.sessions.readPath(id).messages.filter(({ role }) => role === 'assistant')
    const message = oneOf(random, messages)
    if (message !== undefined) device.parts.sessions.attachReceipt(message.id, { ...receipt, savedMs: 1 })
  },
  async copy(scene, id) {
    const copy = await scene.device.parts.copies.copyAll(id)
    for (const message of messagesIn(scene, copy.id)) {
      scene.acknowledged.set(message, { sessionId: copy.id, word: null })
    }
  },
  draft: ({ device, random }, id) =>
    device.parts.drafts.set({
      place: `chat:${id}`,
      text: random.below(3) === 0 ? '' : device.hex(2),
      updatedAt: device.clock.now(),
    }),
  delete: ({ device }, id) => device.parts.sessions.deleteSession(id),
}

/** The panes may arrive after their comparison. */
const noPane = '' as PaneId

const ofComparisons: Record<string, (scene: Scene, id: ComparisonId) => unknown> = {
  round: playRound,
  reveal: ({ device }, id) => device.parts.comparisons.reveal(id),
  title: ({ device }, id) => device.parts.comparisons.update(id, { title: device.hex(1), pinned: true }),
  add: ({ device, random }, id) => device.parts.comparisons.addPane(id, random.pick(models)),
  remove: ({ device, random }, id) =>
    device.parts.comparisons.removePane(
      id,
      oneOf(random, device.parts.comparisons.get(id).panes)?.paneId ?? noPane,
    ),
  restorePane({ device, random }, id) {
    const pane = oneOf(random, device.parts.comparisons.removedPanes(id))
    if (pane !== undefined) device.parts.comparisons.restorePane(id, pane.paneId)
  },
  move: ({ device, random }, id) =>
    device.parts.comparisons.movePane(
      id,
      oneOf(random, device.parts.comparisons.get(id).panes)?.paneId ?? noPane,
      random.below(3),
    ),
  merge({ device }, id) {
    device.parts.comparisons.assertRevealed(id)
    const { id: sessionId } = device.parts.sessions.createSession({ kind: 'pane', model: 'demo/two' })
    device.parts.comparisons.merges.insert({
      mergeId: device.newId(),
      comparisonId: id,
      sessionId,
      kind: 'best',
      instructions: null,
      model: 'demo/two',
      answers: [],
      createdAt: device.clock.now(),
    })
  },
  judge(scene, id) {
    const { device, random } = scene
    const passages = device.parts.comparisons
      .sessionsOf(id)
      .flatMap((session) => messagesIn(scene, session).slice(0, 1))
      .map((messageId) => ({ messageId, range: null }))
    if (passages.length < 2) return
    device.parts.verdicts.put(id, {
      passages,
      model: random.pick(['demo/one', 'demo/two']),
      judgement: { verdict: 'tie', best: null, whys: [device.hex(1)], costUsd: null },
      judgedAt: device.clock.now(),
    })
  },
  vote(scene, id) {
    const { device, random } = scene
    const shown = device.parts.comparisons.get(id).panes.flatMap(({ paneId, sessionId }) => {
      const messageId = messagesIn(scene, sessionId).toSorted()[0]
      return messageId === undefined ? [] : [{ paneId, messageId }]
    })
    if (shown.length < 2) return
    const answersKey = answersKeyOf(shown)
    const before = answersKey === null ? null : device.parts.votes.byAnswers(answersKey)
    const answers = shown.map((each) => ({ ...each, contestant: { key: 'one' }, chars: 1, costUsd: null }))
    device.parts.votes.save([
      {
        id: before?.id ?? device.newId(),
        comparisonId: id,
        answersKey,
        result: 'best',
        chosen: [random.below(2)],
        shown: answers,
        why: device.hex(1),
        tags: [],
        isBlind: false,
        at: before?.at ?? device.clock.now(),
      },
    ])
  },
  keepHere: ({ device, random }, id) =>
    device.parts.comparisons.update(id, { isLocal: random.below(2) === 0 }),
  delete: ({ device }, id) => device.parts.comparisons.delete(id),
}

const others: Record<string, (scene: Scene) => unknown> = {
  create: ({ device }) => device.parts.sessions.createSession({ model: 'demo/writer' }),
  compare: ({ device, random }) =>
    device.parts.comparisons.create({
      models: models.slice(0, 2 + random.below(2)),
      isBlind: random.below(2) === 0,
    }),
  import: importChat,
  restoreChat(scene) {
    const id = chatOf(scene, true)
    if (id !== undefined) scene.device.parts.sessions.restoreSession(id)
  },
  async eraseChat(scene) {
    const id = chatOf(scene, true)
    if (id === undefined) return
    erasing(scene, [id])
    await scene.device.parts.trash.erase(id)
  },
  restoreComparison(scene) {
    const id = comparisonOf(scene, true)
    if (id !== undefined) scene.device.parts.comparisons.restore(id)
  },
  async eraseComparison(scene) {
    const id = comparisonOf(scene, true)
    if (id === undefined) return
    const sessions = scene.device.database.query<{ id: SessionId }>(`
      SELECT session_id AS id FROM panes WHERE comparison_id = :id
      UNION SELECT session_id FROM merges WHERE comparison_id = :id`)
    erasing(
      scene,
      sessions.all({ id }).map((row) => row.id),
    )
    await scene.device.parts.comparisonTrash.erase(id)
  },
  async eraseOld(scene) {
    const { device } = scene
    const deleted = device.database.query<{ id: SessionId }>(`
      SELECT id FROM sessions WHERE deleted_at < :before
      UNION SELECT session_id FROM panes JOIN comparisons ON comparisons.id = comparison_id WHERE deleted_at < :before
      UNION SELECT session_id FROM merges JOIN comparisons ON comparisons.id = comparison_id WHERE deleted_at < :before`)
    device.clock.advance(31 * 86_400_000)
    const before = device.clock.now() - 30 * 86_400_000
    erasing(
      scene,
      deleted.all({ before }).map(({ id }) => id),
    )
    await device.parts.trash.eraseExpired()
    device.parts.sets.eraseOld()
  },
  unvote({ device, random }) {
    const vote = oneOf(random, device.parts.votes.list({ limit: 100 }).votes)
    if (vote !== undefined) device.parts.votes.remove(vote.id)
  },
  prompt({ device, random }) {
    const known = random.below(2) === 0 ? oneOf(random, device.parts.prompts.list()) : undefined
    device.parts.prompts.save({
      ...(known === undefined ? {} : { id: known.id }),
      name: random.pick(names),
      text: device.hex(2),
      projectId: oneOf(random, device.parts.projects.list())?.id ?? null,
    })
  },
  unprompt({ device, random }) {
    const known = oneOf(random, device.parts.prompts.list())
    if (known !== undefined) device.parts.prompts.remove(known.id)
  },
  lineUp({ device, random }) {
    const known = oneOf(random, device.parts.lineUps.list())
    const id = known === undefined || random.below(2) === 0 ? {} : { id: known.id }
    const panes = models.map((model) => ({ ...model, systemPrompt: device.hex(1) }))
    device.parts.lineUps.save({ ...id, name: random.pick(names), panes, isBlind: false })
    if (known !== undefined && random.below(4) === 0) device.parts.lineUps.remove(known.id)
  },
  project({ device, random }) {
    const known = oneOf(random, device.parts.projects.list())
    const id = known === undefined || random.below(2) === 0 ? {} : { id: known.id }
    device.parts.projects.save({
      ...id,
      name: `${random.pick(names)} ${random.below(3)}`,
      instructions: device.hex(1),
      position: random.below(3),
    })
  },
  know(scene) {
    const known = oneOf(scene.random, scene.device.parts.projects.list())
    if (known !== undefined) scene.device.parts.knowledge.addFiles(known.id, [attach(scene)])
  },
  unproject({ device, random }) {
    const known = oneOf(random, device.parts.projects.list())
    if (known === undefined) return
    device.parts.projects.remove(known.id)
    if (random.below(2) === 0) device.parts.projects.restore(known.id)
  },
  makeSet: ({ device }) => device.parts.sets.create('A set', [promptOf(device.hex(1))]),
  changeSet({ device, random }) {
    const { sets } = device.parts
    const id = oneOf(random, sets.list())?.id
    if (id === undefined) return
    const first = oneOf(random, sets.get(id).prompts)
    const change = random.below(5)
    if (change === 0) sets.add(id, [promptOf(device.hex(1))])
    else if (change === 1) sets.rename(id, device.hex(1))
    else if (change === 2 && first !== undefined) sets.changePrompt(id, first.id, promptOf(device.hex(1)))
    else if (change === 3 && first !== undefined) sets.removePrompt(id, first.id)
    else {
      sets.delete(id)
      if (random.below(2) === 0) sets.restore(id)
    }
  },
  runSet({ device, random }) {
    const { sets, runs } = device.parts
    const setId = oneOf(random, sets.list())?.id
    if (setId === undefined) return
    const known = random.below(2) === 0 ? oneOf(random, runs.list({ setId, limit: 9 })) : undefined
    const at = device.clock.now()
    const id = known?.id ?? device.newId()
    const judged = random.below(4) === 0 ? oneOf(random, runs.list({ setId, limit: 9 })) : undefined
    if (known === undefined) {
      runs.create({
        id,
        setId,
        name: 'A set',
        models: models.slice(0, 2).map((model) => ({ ...model, systemPrompt: null, key: model.model })),
        prompts: judged === undefined ? [{ text: 'one', systemPrompt: null, checks: [] }] : [[0, 1]],
        judgeOf: judged?.id ?? null,
        repeats: 2,
        atOnce: 1,
        costLimitUsd: null,
        startedAt: at,
      })
    } else runs.setState(id, 'running', { at, error: null })
    const cell = random.below(4)
    runs.cells.begin(id, cell, { isFree: false })
    runs.cells.finish(id, cell, {
      text: device.hex(2),
      error: null,
      finish: null,
      usage: { inputTokens: 1 },
      costUsd: 0.25,
      ttftMs: 1,
      durationMs: 2,
      checks: [],
      at,
    })
    if (random.below(2) === 0) runs.ballots.reveal({ runId: id, prompt: 0, repeat: random.below(2) }, at)
    runs.setState(id, 'done', { at, error: null })
    if (random.below(6) === 0) runs.remove(id)
  },
}

function promptOf(text: string) {
  return { text, systemPrompt: null, values: {}, checks: [] }
}

/** One random action of the user on this machine, which the store may refuse. */
export async function act(scene: Scene): Promise<void> {
  const { device, random } = scene
  device.clock.advance(random.below(3) === 0 ? 0 : random.below(100_000))
  try {
    const kind = random.below(10)
    const chat = chatOf(scene)
    const comparison = comparisonOf(scene)
    if (kind < 5 && chat !== undefined) await actOn(ofChats, scene, chat)
    else if (kind < 7 && comparison !== undefined) await actOn(ofComparisons, scene, comparison)
    else await others[oneOf(random, Object.keys(others)) ?? '']?.(scene)
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error
  }
}

async function actOn<Id>(
  actions: Record<string, (scene: Scene, id: Id) => unknown>,
  scene: Scene,
  id: Id,
): Promise<void> {
  await actions[oneOf(scene.random, Object.keys(actions)) ?? '']?.(scene, id)
}

/** The answers that are being written end. */
export function settleAll(scene: Scene): void {
  const { device } = scene
  const open = device.parts.sessions.openRuns()
  for (const [sessionId, lease] of device.leases) {
    for (const run of open.filter((each) => each.sessionId === sessionId)) {
      settle(scene, { ...run, kind: 'detached', parentId: run.parentId ?? ('' as MessageId) })
    }
    lease.release()
  }
  device.leases.clear()
}
