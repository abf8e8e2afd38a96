import { useState, type ReactNode } from 'react'

import type { Prompt } from '../../../shared/sessions/prompts'
import { fillPrompt } from '../../state/prompts/prompt-text'
import type { PreparedPrompt } from '../../state/prompts/prompts'
import { useApp } from '../../state/app/use-app'
import { PromptForm } from './prompt-form'

interface PromptFilling {
  /** Inserts a prompt into the composer, after asking for its variables if it has any. */
  begin: (prompt: Prompt) => Promise<void>
  /** The form for the variables; null if none is open. */
  form: ReactNode
  /** Cancels the form. Returns whether one was open. */
  giveUp: () => boolean
}

/** Inserts saved prompts into the composer with the draft `draftPlace`. */
export function usePromptForm(draftPlace: string, onClosed: () => void): PromptFilling {
  const app = useApp()
  const [prepared, setPrepared] = useState<PreparedPrompt | null>(null)
  const insert = ({ prompt, values }: PreparedPrompt, said: Record<string, string>) => {
    app.prompts.rememberValues(said)
    app.drafts.getState().restore(draftPlace, fillPrompt(prompt.text, { ...values, ...said }))
    setPrepared(null)
    onClosed()
  }
  return {
    begin: async (prompt) => {
      const next = await app.prompts.prepare(prompt)
      if (next.missing.length === 0) insert(next, {})
      else setPrepared(next)
    },
    form: prepared !== null && (
      <PromptForm
        key={prepared.prompt.id}
        prepared={prepared}
        onDone={(said) => insert(prepared, said)}
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
