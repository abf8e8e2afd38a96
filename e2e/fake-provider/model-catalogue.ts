/** The path of the API whose list is `modelCatalogue`, as a route of the fake provider. */
export const cataloguePath = '/catalogue'

const makers = ['openai', 'anthropic', 'google', 'meta-llama', 'mistralai', 'qwen', 'deepseek', 'cohere']
const families = ['large', 'small', 'flash', 'coder', 'instruct', 'mini', 'think', 'vision']
const sizes = [8_192, 32_768, 131_072, 200_000, 1_048_576]

/** A list of models with their facts, in the form of OpenRouter's: routes of the fake provider that serve it. */
export function modelCatalogue(count: number): Record<string, unknown> {
  return {
    [`${cataloguePath}/models`]: { data: Array.from({ length: count }, (_, index) => entryOf(index)) },
  }
}

function entryOf(index: number) {
  const maker = makers[index % makers.length] ?? ''
  const family = families[Math.floor(index / makers.length) % families.length] ?? ''
  const dollars = index % 11 === 0 ? 0 : (index % 40) / 4
  return {
    id: `${maker}/${family}-${index}`,
    name: `${maker} ${family} ${index}`,
    context_length: sizes[index % sizes.length],
    pricing: { prompt: String(dollars / 1e6), completion: String((dollars * 4) / 1e6) },
    architecture: {
      input_modalities: index % 3 === 0 ? ['text', 'image'] : ['text'],
      output_modalities: ['text'],
    },
    supported_parameters: [
      'temperature',
      'top_p',
      'max_tokens',
      ...(index % 2 === 0 ? ['tools'] : []),
      ...(index % 5 === 0 ? ['reasoning'] : []),
    ],
  }
}
