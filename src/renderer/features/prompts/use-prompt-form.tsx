import { useState, type ReactNode } from 'react'

import type { PromptId } from '../../../shared/ids'
import type { Prompt } from '../../../shared/sessions/prompts'
import { fillPrompt } from '../../state/prompts/prompt-text'
import type { PreparedPrompt } from '../../state/prompts/prompts'
import { useApp } from '../../state/app/use-app'
import { lazyComponent } from '../../ui/lazy-component'
import type { SuggestValues } from './prompt-form'

/** Few prompts have variables. */
const PromptForm = lazyComponent(() => import('./prompt-form'), 'PromptForm')

interface PromptFilling {
  /** Inserts a prompt into the composer, after asking for its variables if it has any. */
  begin: (prompt: Prompt) => Promise<void>
  /** Asks for these values, and hands them over. */
  ask: (
    name: string,
    values: readonly string[],
    onSaid: (said: Record<string, string>) => void,
    suggest?: SuggestValues,
  ) => void
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
  const [asked, setAsked] = useState<{
    onSaid: (said: Record<string, string>) => void
    suggest: SuggestValues | undefined
  } | null>(null)
  const insert = ({ prompt, values }: PreparedPrompt, said: Record<string, string>) => {
    app.prompts.rememberValues(said)
    app.drafts.restore(draftPlace, fillPrompt(prompt.text, { ...values, ...said }))
    setPrepared(null)
    onClosed()
  }
  return {
    begin: async (prompt) => {
      const next = await app.prompts.prepare(prompt)
      setAsked(null)
      if (next.missing.length === 0) insert(next, {})
      else setPrepared(next)
    },
    ask: (name, values, onSaid, suggest) => {
      const prompt = { id: '' as PromptId, name, text: '', updatedAt: 0 }
      setPrepared({ prompt, values: {}, missing: values.map((value) => ({ name: value, value: '' })) })
      setAsked({ onSaid, suggest })
    },
    form: prepared !== null && (
      <PromptForm
        key={prepared.prompt.id}
        prepared={prepared}
        suggest={asked?.suggest}
        onDone={(said) => {
          if (asked === null) return insert(prepared, said)
          setPrepared(null)
          onClosed()
          asked.onSaid(said)
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
