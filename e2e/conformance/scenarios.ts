/** The scenarios of the conformance suite that apply to Parley, and why the others do not. */
export interface Scenario {
  name: string
  /** Why it is not run, or why it is expected to fail. */
  why?: string
  isExpectedToFail?: true
}

/** For Parley as a client. */
export const clientScenarios: readonly Scenario[] = [
  { name: 'initialize' },
  { name: 'tools_call' },
  { name: 'elicitation-sep1034-client-defaults' },
  { name: 'sse-retry' },
  { name: 'auth/metadata-default' },
  { name: 'auth/metadata-var1' },
  { name: 'auth/metadata-var2' },
  { name: 'auth/metadata-var3' },
  { name: 'auth/basic-cimd' },
  { name: 'auth/scope-from-www-authenticate' },
  { name: 'auth/scope-from-scopes-supported' },
  { name: 'auth/scope-omitted-when-undefined' },
  { name: 'auth/scope-step-up' },
  { name: 'auth/scope-retry-limit' },
  { name: 'auth/token-endpoint-auth-basic' },
  { name: 'auth/token-endpoint-auth-post' },
  { name: 'auth/token-endpoint-auth-none' },
  { name: 'auth/pre-registration' },
  {
    name: 'auth/2025-03-26-oauth-metadata-backcompat',
    isExpectedToFail: true,
    why: 'its metadata names another issuer, which RFC 8414 forbids',
  },
  { name: 'auth/2025-03-26-oauth-endpoint-fallback' },
  { name: 'auth/resource-mismatch' },
  { name: 'auth/offline-access-scope' },
  { name: 'auth/offline-access-not-supported' },
]

const ownTools = 'calls tools that only the suite’s own server has'
const noResources = 'Parley’s server has no resources'
const noPrompts = 'Parley’s server has no prompts'

/** For Parley as a server, through an adapter for standard input and output. */
export const serverScenarios: readonly Scenario[] = [
  { name: 'server-initialize' },
  { name: 'ping' },
  { name: 'tools-list' },
  { name: 'logging-set-level', why: 'logging is deprecated, and Parley’s server does not offer it' },
  { name: 'completion-complete', why: 'Parley’s server completes nothing' },
  ...[
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-with-logging',
    'tools-call-error',
    'tools-call-with-progress',
    'tools-call-sampling',
    'tools-call-elicitation',
    'json-schema-2020-12',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ].map((name) => ({ name, why: ownTools })),
  ...[
    'resources-list',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
  ].map((name) => ({ name, why: noResources })),
  ...[
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ].map((name) => ({ name, why: noPrompts })),
  ...['server-sse-polling', 'server-sse-multiple-streams', 'dns-rebinding-protection'].map((name) => ({
    name,
    why: 'about HTTP, which Parley’s server does not speak',
  })),
]
