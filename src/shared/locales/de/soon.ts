import type { Catalogue } from '../catalogue'
import { compare } from './comparing/compare'
import { errors } from './errors'
import { forms } from './chats/forms'
import { leaving } from './chats/leaving'
import { markdown } from './chats/markdown'
import { messages } from './chats/messages'
import { prompts } from './prompts'
import { spending } from './spending'
import { storeNotices } from './data/store-notices'

/** The German texts of chats, comparisons and errors, loaded right after the first paint or with the first chat. */
export const soonGerman = {
  compare,
  errors,
  forms,
  leaving,
  markdown,
  messages,
  prompts,
  spending,
  storeNotices,
} satisfies Partial<Catalogue>
