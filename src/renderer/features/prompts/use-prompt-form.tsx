import { useState, type ReactNode } from 'react'

import type { PromptId } from '../../../shared/ids'
import type { Prompt } from '../../../shared/sessions/prompts'
import { fillPrompt } from '../../state/prompts/prompt-text'
import type { PreparedPrompt } from '../../state/prompts/prompts'
import { useApp } from '../../state/app/use-app'
import { PromptForm } from './prompt-form'

interface PromptFilling {
  /** Inserts a prompt into the composer, after asking for its variables if it has any. */
  begin: (prompt: Prompt) => Promise<void>
  /** Asks for these values, and hands them over. */
  ask: (name: string, values: readonly string[], onSaid: (said: Record<string, string>) => void) => void
  /** The form for the variables; null if none is open. */
  form: ReactNode
  /** Cancels the form. Returns whether one was open. */
  giveUp: () => boolean
}

/** Inserts saved prompts into the composer with the draft `draftPlace`. */
export function usePromptForm(draftPlace: string, onClosed: () => void): PromptFilling {
  const app = useApp()
  const [prepared, setPrepared] = useState<PreparedPrompt | null>(null)
  /** Gets the values instead of the composer. */
  const [onSaid, setOnSaid] = useState<((said: Record<string, string>) => void) | null>(null)
  const insert = ({ prompt, values }: PreparedPrompt, said: Record<string, string>) => {
    app.prompts.rememberValues(said)
    app.drafts.getState().restore(draftPlace, fillPrompt(prompt.text, { ...values, ...said }))
    setPrepared(null)
    onClosed()
  }
  return {
    begin: async (prompt) => {
      const next = await app.prompts.prepare(prompt)
      setOnSaid(null)
      if (next.missing.length === 0) insert(next, {})
      else setPrepared(next)
    },
    ask: (name, values, handOver) => {
      const prompt = { id: '' as PromptId, name, text: '', updatedAt: 0 }
      setPrepared({ prompt, values: {}, missing: values.map((value) => ({ name: value, value: '' })) })
      setOnSaid(() => handOver)
    },
    form: prepared !== null && (
      <PromptForm
        key={prepared.prompt.id}
        prepared={prepared}
        onDone={(said) => {
          if (onSaid === null) return insert(prepared, said)
          setPrepared(null)
          onClosed()
          onSaid(said)
        }}
        onCancel={() => {
          setPrepared(null)
          onClosed()
        }}
      />
    ),
    giveUp: () => {
      setPrepared(null)
      return prepared !== null
    },
  }
}
