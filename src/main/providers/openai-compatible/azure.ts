/**
 * Azure's older API has its version in the query of every address, a deployment in the path, and the key in a header of
 * its own. Its newer one, at `/openai/v1`, is OpenAI's.
 * @see https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle
 */
function isVersioned(baseUrl: string): boolean {
  return URL.parse(baseUrl)?.searchParams.has('api-version') === true
}

/** The headers with the key. */
export function keyHeaders(baseUrl: string, apiKey: string | null): Record<string, string> {
  if (apiKey === null) return {}
  return isVersioned(baseUrl) ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` }
}

/** The only model at the address of a deployment, which has no list of models; null at any other address. */
export function deploymentAt(baseUrl: string): string | null {
  const name = /\/openai\/deployments\/([^/?]+)/.exec(baseUrl)?.[1]
  return name === undefined ? null : decodeURIComponent(name)
}

/** The path of chat completions. An address without a deployment gets one with the model's name. */
export function chatPath(baseUrl: string, modelId: string): string {
  const path = '/chat/completions'
  if (!isVersioned(baseUrl)) return path
  const before = (URL.parse(baseUrl)?.pathname ?? '').replace(/\/+$/, '')
  const deployment = `/deployments/${encodeURIComponent(modelId)}${path}`
  if (before === '') return `/openai${deployment}`
  return before === '/openai' ? deployment : path
}

/** The path of Responses. */
export function responsesPath(baseUrl: string): string {
  const isRoot = /^\/*$/.test(URL.parse(baseUrl)?.pathname ?? '')
  return isVersioned(baseUrl) && isRoot ? '/openai/responses' : '/responses'
}
