import { failure } from '../../shared/failures/failure'
import { stateOf, type SyncProblem, type SyncProgress, type SyncState } from '../../shared/store/sync'
import type { SyncPlace } from '../../shared/store/sync-place'
import type { Dispose } from '../base/dispose'
import { Emitter } from '../base/emitter'
import type { FolderTrouble } from './folder/folder-files'
import { ServerRest } from './server/server-rest'
import { type AttachmentsDeps, SyncAttachments } from './sync-attachments'
import type { FolderAccess, ReadQuestion, Unopened } from './sync-jobs'
import { type PlaceDeps, type PlaceSecrets, SyncPlaces } from './sync-places'
import { devicesOf, lostOf, problemOf } from './sync-state'
import { type ChangedRows, noChanges } from './sync-store'

/** Rows are sent so long after a change, so that one segment has all of an answer and its chat. */
const sendAfterMs = 700
/** The folder is read so long after it has changed: most programs write a file in several steps. */
const readAfterMs = 150
/** Not every system says that something has changed in a folder. */
const lookEveryMs = 30_000
/** Files are merged when nothing was written for so long. */
const mergeAfterMs = 60_000
/** While a model answers, rows are stored in shorter slices, with such pauses. */
const polite = { sliceMs: 4, pauseMs: 25 }
/** Every slice ends with a commit, which takes about a millisecond. */
const sliceMs = 20
/** A device that has nothing else to write says so often that it is there. */
const presenceMs = 24 * 60 * 60 * 1000
/** How often windows are told while many rows are exchanged, and how long that takes before they show its progress. */
const tellEveryMs = 500
/** Reading as many rows takes main about 6 ms. */
const rowsAtOnce = 100
/** A segment has so many rows, or what can be read at once if they are long. */
const rowsPerSegment = 1_000

interface SyncDeps extends PlaceDeps, AttachmentsDeps {
  appVersion: string
  /** Calls its listener after every change of the store. */
  onCommitted: (listener: () => void) => Dispose
  isAnswering: () => boolean
  /** Lets main do something else, and waits while the log of the store is shortened. */
  pause: () => Promise<void>
}

const tasks = ['begin', 'look', 'send', 'files', 'merge'] as const
type Task = (typeof tasks)[number]
type SentRows = Extract<ReadQuestion, { kind: 'apply' }>['rows']

/** The use of one place, until it is left. */
interface Session {
  place: SyncPlace
  secrets: PlaceSecrets
  access: FolderAccess
  stop: AbortController
  isOpen: boolean
  isWatching: boolean
}

/** The exchange with the person’s other machines, through a folder that something else carries, or a server. */
export class SyncService {
  readonly #deps: SyncDeps
  readonly #places: SyncPlaces
  readonly #attachments: SyncAttachments
  readonly #stateChanged = new Emitter<void>()
  readonly #rowsChanged = new Emitter<ChangedRows>()
  readonly #tasks = new Set<Task>()
  readonly #timers = new Map<Task | 'tick', Dispose>()
  readonly #rest: ServerRest
  #state: SyncState
  #session: Session | null = null
  #isWorking = false
  /** Changes that windows do not know of yet, and when they were told last. */
  #changed = noChanges()
  #toldAt = 0
  /** What the present look has received, and what was sent since there was nothing to send. */
  readonly #received = { count: 0, since: 0 }
  readonly #sent = { count: 0, since: 0 }
  #progressAt = 0
  #saidHereAt = Number.NEGATIVE_INFINITY
  /** Devices to be removed when everything of theirs was sent. */
  readonly #leaving = new Set<string>()

  constructor(dataFolder: string, deps: SyncDeps) {
    this.#deps = deps
    this.#attachments = new SyncAttachments(dataFolder, deps)
    this.#places = new SyncPlaces(dataFolder, deps)
    this.#rest = new ServerRest(deps.clock)
    this.#state = stateOf(this.#places.place)
  }

  get state(): SyncState {
    if (this.#session === null) return this.#state
    return { ...this.#state, unsentCount: this.#deps.store.unsentCount }
  }

  /** Calls `listener` whenever the state has changed. */
  onChanged(listener: () => void): Dispose {
    return this.#stateChanged.on(listener)
  }

  /** Calls `listener` with what rows of other machines have changed here. */
  onRows(listener: (changed: ChangedRows) => void): Dispose {
    return this.#rowsChanged.on(listener)
  }

  /** Continues where the last process ended, until the returned function is called. */
  start(): Dispose {
    const stopListening = this.#deps.onCommitted(() => this.#after(sendAfterMs, 'send'))
    this.#attachments.removeLeftovers()
    const { place } = this.#state
    if (place !== null) {
      const secrets = this.#places.secretsFor(place)
      if (secrets === null) this.#trouble('locked')
      else this.#begin(place, secrets, false)
    }
    return () => {
      stopListening()
      this.#end()
    }
  }

  /**
   * Starts to exchange through a folder or a server; null, or why that is not possible. `isNew`: the folder gets a key for
   * this passphrase if it has none.
   * @throws INVALID_INPUT the path is not absolute
   */
  async join(asked: { place: SyncPlace; isNew: boolean } & PlaceSecrets): Promise<SyncProblem | null> {
    const { store, jobs } = this.#deps
    const place = this.#places.checked(asked.place)
    if (typeof place === 'string') return place
    const given = { ...asked, ...this.#places.completed(place, asked, this.#session?.secrets) }
    if (given.passphrase === '') return 'locked'
    const access = await this.#places.current(this.#accessTo(place, given))
    const isOther = this.#places.isOther(place)
    const opened = await jobs.run('openFolder', { access, mayCreate: given.isNew, isJoined: true, isOther })
    if (opened.kind === 'no-key') return opened.hasFiles ? 'arriving' : 'new'
    if (opened.kind !== 'opened') return problemOf(opened)
    this.#end()
    this.#places.keep(place, given)
    store.use(opened.keyIds)
    this.#begin(place, given, true)
    return null
  }

  /** No folder any more; its files stay, and so does everything here. */
  leave(): void {
    this.#end()
    this.#deps.store.outgoing.stop()
    this.#places.forget()
    this.#state = stateOf(null)
    this.#stateChanged.fire()
  }

  /**
   * Another passphrase opens the folder from now on; null, or why nothing has changed. Devices that have it open need it
   * when they open it again.
   */
  async changePassphrase(passphrase: string): Promise<SyncProblem | null> {
    const session = this.#session
    if (session?.isOpen !== true) return this.#state.problem ?? 'failed'
    let isKept = false
    const onQuestion = () => {
      isKept = true
      session.secrets = { ...session.secrets, passphrase }
      session.access = { ...session.access, passphrase }
      this.#places.keep(session.place, session.secrets)
    }
    const { signal } = session.stop
    const given = { access: session.access, passphrase }
    const changed = await this.#deps.jobs.run('changePassphrase', given, { signal, onQuestion })
    if (changed.kind === 'changed') return null
    if (!isKept) return problemOf(changed)
    // A server gets the rest later.
    this.#failed(session, changed)
    return null
  }

  /**
   * Removes a device from the folder, after everything that it has written was written again by this one. It does not
   * lock the device out: it still has the passphrase.
   * @throws INVALID_INPUT it is this one, or not all of it is here
   */
  async removeDevice(deviceId: string): Promise<void> {
    const device = this.#state.devices.find(({ id }) => id === deviceId)
    if (device === undefined || device.isThis || device.missingCount > 0 || this.#state.status !== 'on') {
      throw failure('INVALID_INPUT', 'device-needed', { field: 'deviceId' })
    }
    this.#leaving.add(deviceId)
    this.#deps.store.outgoing.stop()
    await this.#deps.store.outgoing.start()
    this.#wake('send')
  }

  /** Fetches an attachment now, if the folder has it. */
  readonly fetch = async (sha256: string): Promise<void> => {
    const session = this.#session
    if (session?.isOpen !== true) return
    await this.#attachments.fetch(sha256, session.access, session.stop.signal)
  }

  #accessTo(place: SyncPlace, secrets: PlaceSecrets): FolderAccess {
    const { store, appVersion } = this.#deps
    return this.#places.accessTo(place, secrets, { id: store.device, appVersion })
  }

  #begin(place: SyncPlace, secrets: PlaceSecrets, isOpen: boolean): void {
    const access = this.#accessTo(place, secrets)
    this.#session = { place, secrets, access, stop: new AbortController(), isOpen, isWatching: false }
    this.#state = { ...stateOf(place), status: isOpen ? 'on' : 'connecting' }
    this.#stateChanged.fire()
    this.#wake('begin')
  }

  #end(): void {
    this.#session?.stop.abort()
    this.#session = null
    this.#tasks.clear()
    for (const cancel of this.#timers.values()) cancel()
    this.#timers.clear()
    this.#sent.count = 0
    this.#rest.end()
  }

  #lookLater(delayMs = lookEveryMs): void {
    this.#timers.get('tick')?.()
    const cancel = this.#deps.clock.after(delayMs, () => this.#wake('look'))
    this.#timers.set('tick', cancel)
  }

  /** Does a task after a time, unless it is to be done earlier. */
  #after(delayMs: number, task: Task): void {
    if (this.#session === null || this.#timers.has(task)) return
    // All tasks are due when it is asked again.
    if (!this.#rest.isOver) return
    this.#timers.set(
      task,
      this.#deps.clock.after(delayMs, () => this.#wake(task)),
    )
  }

  #wake(task: Task): void {
    this.#timers.get(task)?.()
    this.#timers.delete(task)
    this.#tasks.add(task)
    void this.#work()
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    try {
      while (this.#session !== null && this.#tasks.size > 0) await this.#doNext(this.#session)
    } finally {
      this.#isWorking = false
    }
  }

  async #doNext(session: Session): Promise<void> {
    try {
      if (!session.isOpen) return await this.#open(session)
      const task = tasks.find((each) => this.#tasks.has(each)) ?? 'look'
      this.#tasks.delete(task)
      await this.#do(task, session)
    } catch (error) {
      if (session.stop.signal.aborted) return
      this.#deps.errors.warning('sync', error)
      this.#trouble('failed')
    }
  }

  async #open(session: Session): Promise<void> {
    session.access = await this.#places.current(this.#accessTo(session.place, session.secrets))
    const { access, stop } = session
    const given = { access, mayCreate: false, isJoined: false, isOther: this.#places.isOther(session.place) }
    const opened = await this.#deps.jobs.run('openFolder', given, stop)
    if (opened.kind !== 'opened') return this.#trouble(problemOf(opened))
    this.#deps.store.use(opened.keyIds)
    session.isOpen = true
    this.#tasks.add('begin')
  }

  /** Everything that is here is put in line before anything arrives, or that would be sent, too. */
  async #beginAll(session: Session): Promise<void> {
    const { store } = this.#deps
    await store.outgoing.start()
    if (this.#session === null) store.outgoing.stop()
    if (session.stop.signal.aborted) return
    await this.#apply({ rows: await store.takeUnderstood(), newer: [] })
    for (const task of ['look', 'send', 'files'] as const) this.#tasks.add(task)
  }

  async #do(task: Task, session: Session): Promise<void> {
    const { store, jobs } = this.#deps
    const { access, stop } = session
    switch (task) {
      case 'begin':
        return this.#beginAll(session)
      case 'look':
        return this.#look(session)
      case 'send':
        return this.#send(session)
      case 'files': {
        const exchanged = await this.#attachments.exchange(access, stop.signal)
        if (exchanged.kind !== 'exchanged') this.#failed(session, exchanged)
        return
      }
      case 'merge': {
        const merged = await jobs.run('mergeSegments', { access, own: store.own }, stop)
        if (merged.kind !== 'compacted') this.#failed(session, merged)
      }
    }
  }

  async #look(session: Session): Promise<void> {
    const { store, jobs, clock } = this.#deps
    this.#lookLater()
    // Before it looks, or it would miss what changes meanwhile.
    this.#watch(session)
    const lookedAt = clock.now()
    Object.assign(this.#received, { count: 0, since: clock.monotonic() })
    const current = await this.#places.current(session.access)
    session.access = { ...current, passphrase: session.secrets.passphrase }
    const { access, stop } = session
    const news = await jobs.run(
      'readRows',
      { access, own: store.own, read: store.read },
      { signal: stop.signal, onQuestion: (question) => this.#answer(question) },
    )
    if (news.kind !== 'news') return this.#failed(session, news)
    this.#rest.end()
    await store.applyBusy(this.#changed)
    this.#tell()
    const progress = this.#state.progress?.kind === 'send' ? this.#state.progress : null
    const devices = devicesOf(news, access.device.id)
    this.#set({ status: 'on', problem: null, devices, progress, lookedAt })
    if (news.isRestored) this.#renew(session)
    else if (store.noteLost(lostOf(news, access.device.id))) this.#tasks.add('begin')
    else if (this.#isAbsent()) this.#tasks.add('send')
    if (this.#attachments.isAwaiting) this.#tasks.add('files')
  }

  async #answer(question: ReadQuestion): Promise<void> {
    if (question.kind === 'read') return this.#deps.store.hasRead(question.head)
    if (question.kind === 'apply') await this.#apply(question)
    const kind = question.kind === 'apply' ? 'read' : 'fetch'
    this.#progress(kind, this.#received, question.share)
  }

  #progress(kind: SyncProgress['kind'], { count, since }: { count: number; since: number }, share: number) {
    const now = this.#deps.clock.monotonic()
    if (now < Math.max(since, this.#progressAt) + tellEveryMs) return
    this.#progressAt = now
    this.#set({ progress: { kind, count, share } })
  }

  async #apply({ rows, newer }: { rows: SentRows; newer: string[] }): Promise<void> {
    const { store, clock } = this.#deps
    const pace = { sliceMs: this.#deps.isAnswering() ? polite.sliceMs : sliceMs, pause: () => this.#pause() }
    await store.apply(rows, this.#changed, pace)
    store.keepNewer(newer)
    if (this.#changed.tables.has('attachments')) this.#tasks.add('files')
    this.#received.count += rows.length
    if (clock.monotonic() >= this.#toldAt + tellEveryMs) this.#tell()
  }

  #tell(): void {
    this.#toldAt = this.#deps.clock.monotonic()
    this.#rowsChanged.fire(this.#changed)
    this.#changed = noChanges()
  }

  /** Lets main do something else, and more of it while a model answers. */
  async #pause(): Promise<void> {
    const { clock, isAnswering, pause } = this.#deps
    if (isAnswering()) await new Promise<void>((resolve) => clock.after(polite.pauseMs, resolve))
    await pause()
  }

  async #send(session: Session): Promise<void> {
    const { store, clock } = this.#deps
    const rows = await this.#take()
    const unsentCount = rows.length === 0 ? 0 : store.unsentCount
    if (this.#sent.count === 0) this.#sent.since = clock.monotonic()
    if (rows.length === 0) this.#sent.count = 0
    const progress = rows.length === 0 ? null : this.#state.progress
    if (unsentCount !== this.#state.unsentCount || progress !== this.#state.progress)
      this.#set({ unsentCount, progress })
    if (rows.length === 0) return this.#sentAll(session)
    if (!(await this.#write(session, rows))) return
    this.#sent.count += rows.length
    this.#progress('send', this.#sent, this.#sent.count / (this.#sent.count + store.unsentCount))
    if (rows.some(({ table }) => table === 'attachments')) this.#tasks.add('files')
    this.#tasks.add('send')
    this.#timers.get('merge')?.()
    this.#timers.delete('merge')
    this.#after(mergeAfterMs, 'merge')
  }

  async #take(): Promise<SentRows> {
    const { outgoing } = this.#deps.store
    const rows = outgoing.take(rowsAtOnce)
    for (let last = rows; last.length >= rowsAtOnce && rows.length < rowsPerSegment; rows.push(...last)) {
      await this.#pause()
      last = outgoing.takeMore(rowsAtOnce)
    }
    return rows
  }

  async #write(session: Session, rows: SentRows): Promise<boolean> {
    const { store, jobs } = this.#deps
    const { access, stop } = session
    const written = await jobs.run(
      'sendRows',
      { access, own: store.own, rows, coveredTo: store.coveredTo },
      {
        signal: stop.signal,
        onQuestion: ({ own, count }) => store.wrote(own, count === rows.length),
      },
    )
    if (written.kind === 'written') return true
    this.#failed(session, written)
    return false
  }

  async #sentAll(session: Session): Promise<void> {
    if (this.#isAbsent() || this.#deps.store.coveredTo > 0) {
      this.#saidHereAt = this.#deps.clock.monotonic()
      if (!(await this.#write(session, []))) return
      this.#tasks.add('look')
    }
    for (const deviceId of this.#leaving) {
      this.#leaving.delete(deviceId)
      await this.#deps.jobs.run('removeDevice', { access: session.access, deviceId }, session.stop)
      this.#tasks.add('look')
    }
  }

  /** What the system does not notice is seen at the next look. */
  #watch(session: Session): void {
    // What arrives in the mirror of a server was looked for.
    if (session.isWatching || session.access.server !== null) return
    session.isWatching = true
    const { path } = session.access
    const { signal } = session.stop
    const onReport = () => this.#after(readAfterMs, 'look')
    void this.#deps.jobs
      .run('watchFolder', { path }, { signal, onReport })
      .catch(() => {})
      .finally(() => {
        session.isWatching = false
      })
  }

  /** True if the others do not know that this device is there. */
  #isAbsent(): boolean {
    const { clock } = this.#deps
    const { status, devices } = this.#state
    const own = devices.find(({ isThis }) => isThis)
    if (own === undefined) return status === 'on'
    const isLongAgo = own.seenAt < clock.now() - presenceMs
    return isLongAgo && this.#saidHereAt < clock.monotonic() - presenceMs
  }

  #failed(session: Session, result: FolderTrouble | Unopened | { kind: 'restored' }): void {
    if (result.kind === 'restored') this.#renew(session)
    else this.#trouble(problemOf(result), 'waitMs' in result ? result.waitMs : null)
  }

  /** Becomes another device, which forgets what was being written before the backup, but nothing that is now. */
  #renew(session: Session): void {
    // The next look finds the same.
    if (this.#deps.isAnswering()) return
    this.#deps.store.renew()
    session.isOpen = false
    this.#tasks.add('look')
  }

  /** Stops until the next look; a server may ask for a time. */
  #trouble(problem: SyncProblem, waitMs: number | null = null): void {
    this.#tasks.clear()
    const session = this.#session
    // Trying again would take as long each time, and change nothing.
    if (problem === 'mismatch' || problem === 'newer') this.#end()
    else if (session !== null) {
      session.isOpen &&= problem === 'full' || problem === 'metered'
      this.#lookLater(session.access.server === null ? lookEveryMs : this.#rest.begin(waitMs))
    }
    this.#set({ status: 'trouble', problem, progress: null })
  }

  #set(changed: Partial<SyncState>): void {
    this.#state = { ...this.#state, ...changed }
    this.#stateChanged.fire()
  }
}
