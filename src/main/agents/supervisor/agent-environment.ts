import { isSecretVariable } from '../../base/redaction/redaction'
import { markVariable } from './processes/agent-mark'

/** The part of Parley's own environment that agents and their processes may see: paths, languages, network settings. */
const allowedNames = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TERM',
  'COLORTERM',
  'TMPDIR',
  'TMP',
  'TEMP',
  'TZ',
  'SSH_AUTH_SOCK',
  'DBUS_SESSION_BUS_ADDRESS',
  // Where an agent stores its user's sign-in.
  'CLAUDE_CONFIG_DIR',
  'CODEX_HOME',
  // Network access and trusted certificates.
  'NPM_CONFIG_NOPROXY',
  'NPM_CONFIG_CAFILE',
  'NODE_USE_SYSTEM_CA',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  // Without these, hardly any program starts on Windows.
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'OS',
  'USERNAME',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'ALLUSERSPROFILE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMW6432',
  'NUMBER_OF_PROCESSORS',
  'PROCESSOR_ARCHITECTURE',
])

const allowedPrefixes = ['LC_', 'XDG_']
/** Such as HTTPS_PROXY, NO_PROXY, NODE_USE_ENV_PROXY and NPM_CONFIG_HTTPS_PROXY. */
const allowedEnding = '_PROXY'

/**
 * The whole environment of an agent: the allowed part of Parley's own, its own variables, and the marks that identify
 * its process tree. Contains no provider key unless the agent was given one.
 */
export function agentEnvironment(
  own: NodeJS.ProcessEnv,
  given: Readonly<Record<string, string>>,
  marks: { runId: string; mark: string },
): Record<string, string> {
  return { ...allowedEnvironment(own), ...given, PARLEY_RUN_ID: marks.runId, [markVariable]: marks.mark }
}

/** The allowed part of Parley's own environment. */
export function allowedEnvironment(own: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(own).flatMap(([name, value]) =>
      value !== undefined && isAllowed(name) ? [[name, value] as const] : [],
    ),
  )
}

/** The values in an environment that must never be shown. */
export function secretsIn(environment: Readonly<Record<string, string>>): string[] {
  return Object.keys(environment).flatMap((name) => (isSecretVariable(name) ? (environment[name] ?? []) : []))
}

function isAllowed(name: string): boolean {
  // Some programs read the proxy variables only in lower case, and Windows ignores case.
  const upper = name.toUpperCase()
  if (allowedNames.has(upper) || upper.endsWith(allowedEnding)) return true
  return allowedPrefixes.some((prefix) => upper.startsWith(prefix))
}
