import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { formatSeconds } from '../../../language/format'
import { t } from '../../../language/t'
import { BoundMarkdown } from '../../../markdown/markdown'
import type { Pane } from '../../../../shared/sessions/sessions'
import { useApp } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { lastAnswer } from '../../../state/conversations/conversation'
import { paneLetter, paneName } from '../panes/identity/pane-name'
import { Button } from '../../../ui/controls/button'
import { Choice } from '../../../ui/fields/choice'
import { Dialog } from '../../../ui/overlays/dialog'
import { Ellipsis, HiddenText, Hint, Row, Stack } from '../../../ui/layout/layout'
import { messageText, type Message } from '../../../../shared/sessions/messages'
import compareStyles from '../compare.module.css'
import styles from './replay.module.css'

/** How often the texts are updated, even with reduced motion. */
const stepMs = 50
const calmStepMs = 1_000

const replaySpeeds = [1, 2, 5, 10] as const

interface ReplayDialogProps {
  store: ComparisonStore
  panes: readonly Pane[]
  onClose: () => void
}

/** Replays the last answers of a comparison at their recorded speed or faster. Escape ends the replay. */
export function ReplayDialog({ store, panes, onClose }: ReplayDialogProps) {
  const models = useStore(useApp().models.store, (state) => state.models)
  const [tracks] = useState(() => tracksOf(store, panes))
  const totalMs = Math.max(0, ...tracks.map(({ track }) => track.endMs))
  const { atMs, speed, setSpeed, isPlaying, isEnded, toggle } = useReplay(totalMs)
  return (
    <Dialog title={t('compare.replay.title')} width="large" isFullHeight onClose={onClose}>
      <Row wrap gap={3} pad={[3, 5]}>
        <Button variant="primary" data-first-focus="" onClick={toggle}>
          {t(isEnded ? 'compare.replay.again' : isPlaying ? 'compare.replay.pause' : 'compare.replay.play')}
        </Button>
        <Choice
          label={t('common.speed')}
          value={String(speed)}
          options={replaySpeeds.map((factor) => [String(factor), `${factor}×`] as const)}
          onChange={(value) => setSpeed(Number(value) as ReplaySpeed)}
        />
        <progress
          className={styles.progress}
          aria-label={t('compare.replay.progress')}
          max={Math.max(1, totalMs)}
          value={atMs}
        />
        <Hint as="span" tone="soft" tabular>
          {t('compare.replay.timeOf', { time: formatSeconds(atMs), total: formatSeconds(totalMs) })}
        </Hint>
      </Row>
      <HiddenText as="p" role="status">
        {t(isEnded ? 'compare.replay.ended' : isPlaying ? 'compare.replay.playing' : 'compare.replay.paused')}
      </HiddenText>
      <div className={styles.panes}>
        {tracks.map(({ pane, track }) => (
          <ReplayPane key={pane.paneId} pane={pane} name={paneName(models, pane)} track={track} atMs={atMs} />
        ))}
      </div>
      <Hint pad={[3, 5]} tone="soft">
        {t(tracks.some(({ track }) => track.isEven) ? 'compare.replay.even' : 'compare.replay.stored')}
      </Hint>
    </Dialog>
  )
}

function ReplayPane({
  pane,
  name,
  track,
  atMs,
}: {
  pane: Pane
  name: string
  track: ReplayTrack
  atMs: number
}) {
  const { letter, color } = paneLetter(pane)
  const { text, state } = textUntil(track, atMs)
  return (
    <Stack as="section" gap={0} className={styles.pane} aria-label={`${letter} ${name}`}>
      <Row as="header" pad={[2, 3]} className={styles.head}>
        <span className={compareStyles.paneTag} data-slot="pane-tag" style={{ background: color }}>
          {letter}
        </span>
        <Ellipsis grow title={pane.model}>
          {name}
        </Ellipsis>
        <Hint as="span" tone="soft">
          {t(`compare.replay.states.${state}`)}
        </Hint>
      </Row>
      <div
        className={styles.text}
        role="region"
        aria-label={t('common.answerNamed', { letter })}
        tabIndex={0}
      >
        <BoundMarkdown text={text} isStreaming={state === 'writing'} />
      </div>
    </Stack>
  )
}

function tracksOf(store: ComparisonStore, panes: readonly Pane[]): { pane: Pane; track: ReplayTrack }[] {
  return panes.flatMap((pane) => {
    const answer = lastAnswer(store.conversationOf(pane).store.getState())
    return answer === undefined ? [] : [{ pane, track: replayTrack(answer) }]
  })
}

/** True if an answer has recorded times, so that it can be replayed. */
export function canReplay(store: ComparisonStore, panes: readonly Pane[]): boolean {
  return tracksOf(store, panes).some(({ track }) => track.endMs > 0)
}

type ReplaySpeed = (typeof replaySpeeds)[number]

/** The time in a replay of `totalMs`, which runs at a chosen speed until its end. */
function useReplay(totalMs: number) {
  const { environment } = useApp()
  const [atMs, setAtMs] = useState(0)
  const [speed, setSpeed] = useState<ReplaySpeed>(1)
  const [isPlaying, setPlaying] = useState(true)
  const isEnded = atMs >= totalMs
  useEffect(() => {
    if (!isPlaying || isEnded) return undefined
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    let lastMs = environment.now()
    const timer = setInterval(
      () => {
        const nowMs = environment.now()
        const passedMs = Math.max(0, nowMs - lastMs) * speed
        lastMs = nowMs
        setAtMs((before) => Math.min(totalMs, before + passedMs))
      },
      isCalm ? calmStepMs : stepMs,
    )
    return () => clearInterval(timer)
  }, [isPlaying, isEnded, speed, totalMs, environment])
  return {
    atMs,
    speed,
    setSpeed,
    isPlaying: isPlaying && !isEnded,
    isEnded,
    toggle: () => {
      if (isEnded) setAtMs(0)
      setPlaying(isEnded || !isPlaying)
    },
  }
}

/** One answer, with the times at which it was written, in milliseconds since its question. */
interface ReplayTrack {
  text: string
  /** The phase before the text. */
  reasoningChars: number
  /** How long the reasoning and the text were together, at increasing times. */
  points: readonly (readonly [atMs: number, chars: number])[]
  endMs: number
  /** Only its beginning and end are known, so it is shown at a steady pace. */
  isEven: boolean
}

/** An answer with its recorded times; without any, it is complete from the start. */
export function replayTrack(answer: Message): ReplayTrack {
  const text = messageText(answer)
  const reasoningChars = answer.parts.reduce(
    (sum, part) => sum + (part.type === 'reasoning' ? part.text.length : 0),
    0,
  )
  const chars = reasoningChars + text.length
  const { ttftMs, firstTextMs, durationMs, growth = [] } = answer.metrics ?? {}
  const endMs = timeOr(durationMs, 0)
  const stored = rising(growth, endMs)
  const last = stored.at(-1)
  if (last !== undefined) {
    // The stored text may differ a little from what had arrived, for example because of a limit.
    const share = chars / last[1]
    const points = stored.map(([atMs, count]) => [atMs, count * share] as const)
    return { text, reasoningChars, points, endMs: Math.max(endMs, last[0]), isEven: false }
  }
  const startMs = Math.min(timeOr(ttftMs, 0), endMs)
  const textMs = Math.min(Math.max(timeOr(firstTextMs, startMs), startMs), endMs)
  const points = [[startMs, 0] as const, [textMs, reasoningChars] as const, [endMs, chars] as const]
  return { text, reasoningChars, points, endMs, isEven: endMs > 0 }
}

/** How much of the text was there at this time, and whether the model was still thinking. */
export function textUntil(track: ReplayTrack, atMs: number): { text: string; state: ReplayState } {
  if (atMs >= track.endMs) return { text: track.text, state: 'ended' }
  const chars = charsAt(track.points, atMs)
  if (chars <= 0) return { text: '', state: 'waiting' }
  if (chars <= track.reasoningChars) return { text: '', state: 'thinking' }
  return { text: wholeCharacters(track.text, Math.floor(chars - track.reasoningChars)), state: 'writing' }
}

/** The state of an answer at a moment of a replay. */
type ReplayState = 'waiting' | 'thinking' | 'writing' | 'ended'

function charsAt(points: ReplayTrack['points'], atMs: number): number {
  const [first, ...others] = points
  if (first === undefined || atMs < first[0]) return 0
  let before = first
  for (const point of others) {
    const [endMs, chars] = point
    if (endMs > atMs) {
      return before[1] + ((chars - before[1]) * (atMs - before[0])) / (endMs - before[0])
    }
    before = point
  }
  return before[1]
}

/** Points from a file need not increase, or end with the answer. */
function rising(points: ReplayTrack['points'], endMs: number): (readonly [number, number])[] {
  const kept: (readonly [number, number])[] = []
  for (const [atMs, chars] of points) {
    const [lastMs, lastChars] = kept.at(-1) ?? [0, 0]
    if (atMs >= lastMs && atMs <= Math.max(endMs, lastMs) && chars > lastChars) kept.push([atMs, chars])
  }
  return kept
}

function timeOr(ms: number | null | undefined, other: number): number {
  return ms === null || ms === undefined || !Number.isFinite(ms) || ms < 0 ? other : ms
}

/** Does not cut a surrogate pair. */
function wholeCharacters(text: string, length: number): string {
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}
