/**
 * What a model's name reveals: its version decides which parameters it accepts, and the API does not report that. Names
 * of another form (older models, other makers behind the same protocol) have no version.
 */
export interface ModelTraits {
  /** Accepts temperature and top p; later models reject or ignore them. */
  takesSampling: boolean
  /** Thinks without being asked, and hides it unless the request asks for it. */
  thinksByDefault: boolean
  /** Continues an answer that is the last message; later models reject such a request. */
  takesPrefill: boolean
}

/**
 * @see https://platform.claude.com/docs/en/about-claude/models/overview
 * @see https://platform.claude.com/docs/en/about-claude/models/whats-new-claude-4-6#prefill-removal
 */
export function traitsOf(modelId: string): ModelTraits {
  const found = /claude-[a-z]+-(\d)(?:[-.](\d))?(?!\d)/.exec(modelId)
  if (found === null) {
    return { takesSampling: true, thinksByDefault: false, takesPrefill: /claude-[123]/.test(modelId) }
  }
  const version = Number(found[1]) + Number(found[2] ?? 0) / 10
  return { takesSampling: version < 4.7, thinksByDefault: version >= 5, takesPrefill: version < 4.6 }
}
