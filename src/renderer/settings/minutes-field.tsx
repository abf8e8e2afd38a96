import { useEffect, useEffectEvent, useState } from 'react'

import { formatLocale } from '../language/t'

interface MinutesFieldProps {
  label: string
  seconds: number
  onChange: (seconds: number) => void
}

/** A time in minutes, stored in seconds; taken over when the field is left, or goes away with its dialog. */
export function MinutesField({ label, seconds, onChange }: MinutesFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const keep = () => {
    const minutes = Number(text?.replace(',', '.'))
    if (text !== null && text.trim() !== '' && Number.isFinite(minutes) && minutes >= 0) {
      onChange(Math.round(minutes * 60))
    }
    setText(null)
  }
  const keepAtLast = useEffectEvent(keep)
  useEffect(() => () => keepAtLast(), [])
  return (
    <input
      className="text-field minutes-field"
      inputMode="decimal"
      aria-label={label}
      value={
        text ??
        (Math.round((seconds / 60) * 100) / 100).toLocaleString(formatLocale(), { useGrouping: false })
      }
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
      }}
    />
  )
}
