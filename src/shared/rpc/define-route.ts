import type { z } from 'zod'

/** One route: what goes in is checked when it arrives; what comes out is a type that the handler must meet. */
interface Route<Input extends z.ZodType, Output> {
  input: Input
  /** Never read: it carries the output's type. */
  output: Output | undefined
}

/** Defines a route: `route(input).returns<Output>()`. */
export function route<Input extends z.ZodType>(input: Input) {
  return { returns: <Output>(): Route<Input, Output> => ({ input, output: undefined }) }
}

/** One stream: its input, and the type of the events it carries. */
interface StreamRoute<Input extends z.ZodType, Event> {
  input: Input
  event: Event | undefined
}

/** Defines a stream: `stream(input).carries<Event>()`. */
export function stream<Input extends z.ZodType>(input: Input) {
  return { carries: <Event>(): StreamRoute<Input, Event> => ({ input, event: undefined }) }
}
