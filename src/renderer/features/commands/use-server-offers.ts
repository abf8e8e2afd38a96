import { useEffect } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../shared/errors'
import { errorDataOf } from '../../errors/error-data'
import { useApp } from '../../state/app/use-app'
import type { SuggestValues } from '../prompts/prompt-form'
import type { usePromptForm } from '../prompts/use-prompt-form'
import type { ServerOffer } from './completion'

/** Loads the prompts and resources of servers while `isWanted`, and draws again when they are there. */
export function useServerOffers(isWanted: boolean): void {
  const { serverOffers } = useApp()
  useEffect(() => {
    if (isWanted) void serverOffers.load()
  }, [serverOffers, isWanted])
  useStore(serverOffers.store)
}

interface OfferInsertionOptions {
  draftPlace: string
  filling: Pick<ReturnType<typeof usePromptForm>, 'ask'>
  onRefused: (refusal: ErrorData) => void
  onFiles: (files: File[]) => void
}

/** Inserts a prompt of a server, after asking for its arguments, or attaches a resource. */
export function useOfferInsertion(options: OfferInsertionOptions): (offer: ServerOffer) => Promise<void> {
  const { draftPlace, filling, onRefused, onFiles } = options
  const { serverOffers, drafts } = useApp()
  /** Passes on what was entered: a value that was left empty is not given. */
  const refusing =
    (work: (given: Record<string, string>) => Promise<void>) => (said: Record<string, string>) => {
      const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ''))
      work(given).catch((error: unknown) => onRefused(errorDataOf(error)))
    }
  return async (offer) => {
    try {
      if (offer.kind === 'resource') {
        const { resource } = offer
        const attach = async (values?: Record<string, string>) =>
          onFiles([await serverOffers.fileOf(resource, values)])
        if (resource.variables === undefined) await attach()
        else {
          const suggest: SuggestValues = (variable) => serverOffers.suggestionsFor(resource, variable)
          filling.ask(resource.name, resource.variables, refusing(attach), suggest)
        }
        return
      }
      const { prompt } = offer
      const insert = async (values: Record<string, string>) =>
        drafts.restore(draftPlace, await serverOffers.textOf(prompt, values))
      if (prompt.arguments.length === 0) await insert({})
      else {
        const names = prompt.arguments.map(({ name }) => name)
        filling.ask(prompt.title === '' ? prompt.name : prompt.title, names, refusing(insert))
      }
    } catch (error) {
      onRefused(errorDataOf(error))
    }
  }
}
