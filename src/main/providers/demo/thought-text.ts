import type { Random } from '../../base/seeded-random'

const thoughts = [
  'The message is about “{subject}”. It could be meant broadly or narrowly; the words alone do not say which.',
  'A broad reading would need examples. A narrow one would need exactly one, and a good one.',
  'There is no model here to decide that, so the script takes the reading that is easier to follow.',
  'Before answering, it is worth saying that the answer is scripted, or it might be taken for more than it is.',
  'Two sentences should do. A third could say what to do next.',
  'Nothing in it needs to be looked up.',
] as const

/** What a thinking model might mutter before it answers. */
export function thoughtText(subject: string, random: Random): string {
  return random
    .some(thoughts, 4 + random.below(3))
    .map((thought) => thought.replace('{subject}', subject))
    .join(' ')
}
