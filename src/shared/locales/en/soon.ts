import { compare } from './comparing/compare'
import { errors } from './errors'
import { forms } from './forms'
import { leaving } from './leaving'
import { markdown } from './markdown'
import { messages } from './messages'
import { prompts } from './prompts'
import { spending } from './spending'
import { storeNotices } from './data/store-notices'

/** The English texts of chats, comparisons and errors, loaded right after the first paint or with the first chat. */
export const soonEnglish = {
  compare,
  errors,
  forms,
  leaving,
  markdown,
  messages,
  prompts,
  spending,
  storeNotices,
} as const
