import type { ChatHead } from '../export/contents/stored-chat'

/** The facts about a chat as YAML, which Obsidian and static site generators read. JSON strings are YAML. */
export function frontMatter(
  head: Pick<ChatHead, 'id' | 'title' | 'model' | 'project' | 'archived' | 'createdAt' | 'updatedAt'>,
): string {
  const lines = [
    ...(head.title === null ? [] : [`title: ${JSON.stringify(head.title)}`]),
    `created: ${timeOf(head.createdAt)}`,
    `updated: ${timeOf(head.updatedAt)}`,
    ...(head.model === null ? [] : [`model: ${JSON.stringify(head.model)}`]),
    ...(head.project === null ? [] : [`project: ${JSON.stringify(head.project)}`]),
    ...(head.archived ? ['archived: true'] : []),
    `parley: ${JSON.stringify(head.id)}`,
  ]
  return `---\n${lines.join('\n')}\n---\n\n`
}

/** An invalid time, as in a damaged row, is null. */
function timeOf(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? 'null' : date.toISOString()
}
