import type { z } from 'zod'

/** A schema, or a function that makes it for the first input: making all of them would be a good part of a start. */
type Made<Input extends z.ZodType> = Input | (() => Input)

/** The input of a route or stream. */
class Definition<Input extends z.ZodType> {
  readonly #given: Made<Input>
  #input: Input | null = null

  constructor(given: Made<Input>) {
    this.#given = given
  }

  get input(): Input {
    return (this.#input ??= typeof this.#given === 'function' ? this.#given() : this.#given)
  }
}

/** A route. Its input is checked when it arrives; its output is a type that the handler must return. */
interface Route<Input extends z.ZodType, Output> {
  readonly input: Input
  /** Never set: it carries the output's type. */
  output?: Output | undefined
}

/** Defines a route: `route(() => input).returns<Output>()`. */
export function route<Input extends z.ZodType>(input: Made<Input>) {
  return { returns: <Output>(): Route<Input, Output> => new Definition(input) }
}

/** A stream: its input, and the type of its events. */
interface StreamRoute<Input extends z.ZodType, Event> {
  readonly input: Input
  event?: Event | undefined
}

/** Defines a stream: `stream(() => input).carries<Event>()`. */
export function stream<Input extends z.ZodType>(input: Made<Input>) {
  return { carries: <Event>(): StreamRoute<Input, Event> => new Definition(input) }
}
