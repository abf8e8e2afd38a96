// A page out of view rests: its timers and frames wait, its animations and media stop, and its picture stays.
type Timer = (handler: TimerHandler, ms?: number, ...given: unknown[]) => number

let isPaused = false
/** What came due while the page was paused. */
let waiting: (() => void)[] = []
/** The animations that stopped with the page, and their speed: those that the page itself has paused are not among them. */
const speeds = new Map<Animation, number>()
const playing = new Set<HTMLMediaElement>()

const nativeTimeout = globalThis.setTimeout.bind(globalThis) as unknown as Timer
const nativeInterval = globalThis.setInterval.bind(globalThis) as unknown as Timer
const nativeFrame = globalThis.requestAnimationFrame.bind(globalThis)

globalThis.requestAnimationFrame = (callback) =>
  nativeFrame((timeMs) => {
    if (isPaused) waiting.push(() => globalThis.requestAnimationFrame(callback))
    else callback(timeMs)
  })
globalThis.setTimeout = ((handler: TimerHandler, ms?: number, ...given: unknown[]) =>
  nativeTimeout(() => {
    if (isPaused) waiting.push(() => call(handler, given))
    else call(handler, given)
  }, ms)) as typeof setTimeout
globalThis.setInterval = ((handler: TimerHandler, ms?: number, ...given: unknown[]) =>
  nativeInterval(() => {
    if (!isPaused) call(handler, given)
  }, ms)) as typeof setInterval

function call(handler: TimerHandler, given: unknown[]): void {
  if (typeof handler === 'function') handler(...given)
  // oxlint-disable-next-line no-eval -- what the browser does with a text
  else (0, eval)(handler)
}

/** Pauses or continues the page. */
export function pausePage(pauses: boolean): void {
  if (isPaused === pauses) return
  isPaused = pauses
  if (pauses) {
    for (const animation of document.getAnimations()) {
      speeds.set(animation, animation.playbackRate)
      animation.playbackRate = 0
    }
    for (const media of document.querySelectorAll<HTMLMediaElement>('video,audio')) {
      if (media.paused) continue
      playing.add(media)
      media.pause()
    }
  } else {
    for (const [animation, speed] of speeds) animation.playbackRate = speed
    for (const media of playing) media.play().catch(() => {})
    speeds.clear()
    playing.clear()
    const due = waiting
    waiting = []
    for (const each of due) each()
  }
}
