import { sha256 } from '../base/sha256'

/** A name of a tool that every provider accepts. */
const validName = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/
const longestName = 64
const hashChars = 8

/**
 * The name of a tool in requests: `web.fetch` becomes `web_fetch`, `mcp:SERVER/TOOL` becomes `SERVER__TOOL`. Names that
 * would not be valid or not be unique that way end in a hash. A valid name stays as it is.
 */
export function wireToolName(publicName: string): string {
  if (validName.test(publicName)) return publicName
  const ofServer = /^mcp:([^/]+)\/(.+)$/s.exec(publicName)
  const plain =
    ofServer === null ? plainBuiltIn(publicName) : plainOfServer(ofServer[1] ?? '', ofServer[2] ?? '')
  if (plain !== null && validName.test(plain)) return plain
  const hash = sha256(publicName).slice(0, hashChars)
  const words = publicName.replace(/^mcp:/, '').replaceAll(/[^a-zA-Z0-9_-]+/g, '_')
  const safe = /^[a-zA-Z_]/.test(words) ? words : `_${words}`
  return `${safe.slice(0, longestName - hashChars - 1)}_${hash}`
}

/** Names of Parley's own tools have one dot. */
function plainBuiltIn(name: string): string | null {
  return /^[a-z]+\.[a-z]+$/.test(name) ? name.replace('.', '_') : null
}

/** Null where another server and tool could get the same name. */
function plainOfServer(server: string, tool: string): string | null {
  const isAmbiguous = server.includes('__') || server.endsWith('_') || tool.startsWith('_')
  return isAmbiguous ? null : `${server}__${tool}`
}
