import { useEffect, useState } from 'react'

import { useApp } from '../../../state/app/use-app'

/** How often the texts are updated, even with reduced motion. */
const stepMs = 50
const calmStepMs = 1_000

export const replaySpeeds = [1, 2, 5, 10] as const
export type ReplaySpeed = (typeof replaySpeeds)[number]

/** The time in a replay of `totalMs`, which runs at a chosen speed until its end. */
export function useReplay(totalMs: number) {
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
