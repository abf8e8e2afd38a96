import { git, type GitOptions } from './git'

/** Settings of the repository itself, and of one of its worktrees; the user's own are trusted. */
const ownScopes: ReadonlySet<string> = new Set(['local', 'worktree'])
const filterSetting = /^filter\.([\s\S]+)\.[^.]+$/i

/**
 * Settings that switch off the filters which a repository defines for itself: git starts them also to look whether a file
 * has changed. Those that its user has set up for all repositories, as for large files, stay.
 * @see https://git-scm.com/docs/gitattributes#_filter
 */
export async function withoutOwnFilters(
  options: Pick<GitOptions, 'folder' | 'signal'>,
): Promise<Record<string, string>> {
  const listed = await git(['config', '--list', '--name-only', '--show-scope', '-z'], options)
  const fields = listed.toString('utf8').split('\0')
  const settings: Record<string, string> = {}
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [scope = '', name = ''] = fields.slice(index, index + 2)
    const filter = filterSetting.exec(name)?.[1]
    if (filter === undefined || !ownScopes.has(scope)) continue
    for (const kind of ['clean', 'smudge', 'process']) settings[`filter.${filter}.${kind}`] = ''
    settings[`filter.${filter}.required`] = 'false'
  }
  return settings
}
