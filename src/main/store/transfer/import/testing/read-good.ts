import { conversationsIn, readElement } from '../reading/read-element'
import type { ImportedConversation } from '../formats/imported-conversation'

/** All conversations in a value of a file. @throws one cannot be read */
export function readAllGood(value: unknown): ImportedConversation[] {
  return [...conversationsIn(value)].map((each) => {
    const read = readElement(each)
    if (read?.status !== 'good') throw new Error(JSON.stringify(read))
    return read.conversation
  })
}

/** The only conversation in a value of a file. @throws it is not the only one, or cannot be read */
export function readGood(value: unknown): ImportedConversation {
  const [first, ...others] = readAllGood(value)
  if (first === undefined || others.length > 0) throw new Error(`${others.length + 1} conversations`)
  return first
}
