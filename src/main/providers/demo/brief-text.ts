import type { Random } from '../../base/seeded-random'

const openings = [
  'This is a scripted demo answer; no model has read your message.',
  'You are reading a scripted demo answer that Parley made up without a model.',
  'A scripted demo answer: Parley wrote this offline, without a model.',
] as const

const middles = [
  (subject: string) => `A real model would now say something about “${subject}”.`,
  (subject: string) => `You asked about “${subject}”, and a real model would take it from there.`,
  (subject: string) => `Once a model is connected, a real answer about “${subject}” would appear here.`,
] as const

const closings = [
  'To get a real answer, add a provider in Settings or start a local server such as Ollama.',
  'Until then, use this one to try Stop, comparisons and everything else.',
  'Connect a model in Settings whenever you like. Nothing you wrote has left this computer.',
] as const

/** The sentence that opens every demo answer, so that nobody mistakes it for a model's. */
export function openingSentence(random: Random): string {
  return random.pick(openings)
}

/** Two or three sentences about the question. */
export function briefText(subject: string, random: Random): string {
  const sentences = [openingSentence(random), random.pick(middles)(subject)]
  if (random.below(3) > 0) sentences.push(random.pick(closings))
  return sentences.join(' ')
}
