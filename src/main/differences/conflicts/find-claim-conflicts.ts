import type { Statement } from '../text/statements'
import type { WorkBudget } from '../text/work-budget'
import { cuesOf, isImperative } from './cues'
import { type FoundPair, type FoundPassage, pairsOf } from './found-pair'
import type { Subject, WordWeights } from './subjects'

/** A clause with what it is about, and what it affirms or denies. */
interface Claim {
  statement: Statement
  from: number
  to: number
  subject: Subject
  weight: number
  concept: string
  sign: 1 | -1
  isUnsure: boolean
}

/** What claims must have in common: the weight of their words, its share of the shorter one, and how many words. */
const leastOfSameConcept = { shared: 0.9, share: 0.5, words: 1 }
const leastOfOtherConcept = { shared: 2, share: 0.6, words: 3 }
/** The share of the shorter claim that a single common word must be. */
const leastShareOfOneWord = 0.7

/** `not only`, `no longer`, `not more than`: what these deny is something else. */
const otherNegation =
  /\b(?:not only|no longer|no later|not more|no more|not less|no less|not just|not until|not yet|no matter|nicht nur|nicht mehr|nicht länger|nicht bloß|nicht unbedingt|not necessarily|not always|nicht immer|not all|not every|nicht alle|nicht jeder?|whether or not|if not|or not|wenn nicht|if you (?:don't|cannot|can't)|not be confused)\b/iu
/** `doesn’t last for more than`: what is denied is a limit, not the claim. */
const deniedLimit =
  /(?:n['’]t|\bnot|\bno|\bnicht|\bkein\p{L}*)\b.{0,40}\b(?:(?:more|less|longer|later|fewer) than|(?:mehr|weniger|länger|später) als)\b/iu
const isConditional = /^(?:if|when|unless|wenn|falls|sofern|ob|whether|once|should)\b/iu
const question = /\?\s*$/u

/** Pairs of clauses of two answers, one of which denies what the other affirms. */
export function findClaimConflicts(
  answers: readonly (readonly Statement[])[],
  weights: WordWeights,
  budget: WorkBudget,
): FoundPair[] {
  const claims = answers.map((statements) =>
    statements.flatMap((statement) => claimsIn(statement, weights, budget)),
  )
  const found: FoundPair[] = []
  for (const [own, others] of pairsOf(claims)) found.push(...opposite(own, others, weights, budget))
  return found
}

function claimsIn(statement: Statement, weights: WordWeights, budget: WorkBudget): Claim[] {
  const { words, text, heads } = statement
  if (question.test(text) || heads !== null) return []
  const claims: Claim[] = []
  const last = words.at(-1)?.clause ?? 0
  for (let clause = 0; clause <= last && budget.allows(words.length); clause += 1) {
    const own = words.filter((word) => word.clause === clause)
    const [first, end] = [own[0], own.at(-1)]
    if (first === undefined || end === undefined) continue
    const written = text.slice(first.from - statement.from, end.to - statement.from)
    if ([otherNegation, deniedLimit, isConditional].some((pattern) => pattern.test(written))) continue
    let sign = 1
    let concept = own.slice(0, 2).some((word) => isImperative(word.written)) ? 'advise' : ''
    for (const word of own) {
      for (const cue of cuesOf(word.written)) {
        sign *= cue.sign
        if (cue.concept !== 'not' && (concept === '' || concept === 'advise' || cue.sign < 0))
          concept = cue.concept
      }
    }
    // What follows a denial may be what it denies.
    const isUnsure = sign > 0 && claims.at(-1)?.sign === -1
    const isEmptyClause = own.every((word) => word.isEmpty || cuesOf(word.written).length > 0)
    const subject = new Map<string, number>()
    for (const word of words) {
      if (word.isEmpty || cuesOf(word.written).length > 0) continue
      const weight = word.clause === clause || isEmptyClause ? 1 : 0.5
      if (weight > (subject.get(word.stem) ?? 0)) subject.set(word.stem, weight)
    }
    for (const word of statement.introduction) {
      if (!word.isEmpty && !subject.has(word.stem)) subject.set(word.stem, 0.3)
    }
    claims.push({
      statement,
      from: first.from,
      to: end.to,
      subject,
      weight: clauseWeight(own, weights),
      concept,
      sign: sign < 0 ? -1 : 1,
      isUnsure,
    })
  }
  return claims
}

function clauseWeight(words: Statement['words'], weights: WordWeights): number {
  const stems = new Set(
    words.flatMap((word) => (word.isEmpty || cuesOf(word.written).length > 0 ? [] : [word.stem])),
  )
  return [...stems].reduce((sum, stem) => sum + weights.of(stem), 0)
}

function opposite(
  own: readonly Claim[],
  others: readonly Claim[],
  weights: WordWeights,
  budget: WorkBudget,
): FoundPair[] {
  const denying = [...own, ...others].filter(({ sign }) => sign < 0)
  const found: FoundPair[] = []
  const taken = new Set<Statement>()
  const pairs: { claim: Claim; other: Claim; score: number }[] = []
  const [ofOwn, ofOthers] = [claimsByWord(own), claimsByWord(others)]
  for (const claim of denying) {
    const byWord = claim.statement.answer === own[0]?.statement.answer ? ofOthers : ofOwn
    const tried = new Set<Claim>()
    for (const [stem, weight] of claim.subject) {
      if (weight < 1) continue
      for (const other of byWord.get(stem) ?? []) tried.add(other)
    }
    if (!budget.allows(1 + tried.size)) break
    for (const other of tried) {
      // Of plain claims, words do not tell whether they are about the same.
      if (claim.concept === '' && other.concept === '') continue
      const score = weights.shared(claim.subject, other.subject)
      if (areAlike(claim, other, score)) pairs.push({ claim, other, score })
    }
  }
  for (const { claim, other, score } of pairs.toSorted((left, right) => right.score - left.score)) {
    if (taken.has(claim.statement) || taken.has(other.statement)) continue
    // The best match of a denial decides: if it denies the same, the answers agree.
    taken.add(claim.statement)
    if (other.sign < 0 || other.isUnsure || areCompatible(claim, other)) continue
    taken.add(other.statement)
    const kind = [claim.concept, other.concept].includes('advise') ? 'recommendation' : 'negation'
    found.push({ kind, score, passages: [passageOf(claim), passageOf(other)] })
  }
  return found
}

function passageOf({ statement, from, to, sign }: Claim): FoundPassage {
  return { statement, from, to, says: sign < 0 ? 'no' : 'yes' }
}

/** More claims with a word than these are not tried. */
const maxClaimsOfWord = 100

/** The claims by the words of their own clause. */
function claimsByWord(claims: readonly Claim[]): ReadonlyMap<string, readonly Claim[]> {
  const byWord = new Map<string, Claim[]>()
  for (const claim of claims) {
    for (const [stem, weight] of claim.subject) {
      if (weight < 1) continue
      const list = byWord.get(stem)
      if (list === undefined) byWord.set(stem, [claim])
      else if (list.length < maxClaimsOfWord) list.push(claim)
    }
  }
  return byWord
}

/** True if two claims are about the same. */
function areAlike(claim: Claim, other: Claim, score: number): boolean {
  const least = claim.concept === other.concept ? leastOfSameConcept : leastOfOtherConcept
  const share = score / Math.max(0.1, Math.min(claim.weight, other.weight))
  if (score < least.shared || share < least.share) return false
  const common = commonCount(claim, other)
  return common >= least.words && (common > 1 || share >= leastShareOfOneWord)
}

function commonCount(claim: Claim, other: Claim): number {
  return [...claim.subject].filter(([stem, weight]) => weight === 1 && other.subject.get(stem) === 1).length
}

/** What is not required may be allowed, and what is allowed may be unwise. */
function areCompatible({ concept: denied }: Claim, { concept: affirmed }: Claim): boolean {
  if (denied === 'require') return affirmed !== 'require'
  return denied === 'advise' && (affirmed === 'allow' || affirmed === 'require')
}
