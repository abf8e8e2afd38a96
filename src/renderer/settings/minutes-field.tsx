import { useState } from 'react'

interface MinutesFieldProps {
  label: string
  seconds: number
  onChange: (seconds: number) => void
}

/** A time in minutes, stored in seconds; taken over when the field is left. */
export function MinutesField({ label, seconds, onChange }: MinutesFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const keep = () => {
    const minutes = Number(text)
    if (text !== null && text.trim() !== '' && Number.isFinite(minutes) && minutes >= 0) {
      onChange(Math.round(minutes * 60))
    }
    setText(null)
  }
  return (
    <input
      className="text-field minutes-field"
      inputMode="decimal"
      aria-label={label}
      value={text ?? String(Math.round((seconds / 60) * 100) / 100)}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
      }}
    />
  )
}
