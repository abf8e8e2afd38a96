/**
 * What a model's name says of it: its version decides how it is to be asked, and the API has no word for that. Names
 * that are not of this form (older ones, and those of other makers behind the same protocol) have no version.
 */
export interface ModelTraits {
  /** Takes a temperature and a top p; later models refuse or ignore them. */
  takesSampling: boolean
  /** Thinks also when nobody asks it to, and keeps that to itself unless it is told to show it. */
  thinksByItself: boolean
}

/** @see https://platform.claude.com/docs/en/about-claude/models/overview */
export function traitsOf(modelId: string): ModelTraits {
  const found = /claude-[a-z]+-(\d)(?:[-.](\d))?(?!\d)/.exec(modelId)
  if (found === null) return { takesSampling: true, thinksByItself: false }
  const version = Number(found[1]) + Number(found[2] ?? 0) / 10
  return { takesSampling: version < 4.7, thinksByItself: version >= 5 }
}
