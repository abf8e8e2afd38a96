import { networkErrors } from './network'
import { webErrors } from './web'

/** Errors of providers. For each code and reason: what happened, and what the reader can do about it. */
export const providerErrors = {
  PROVIDER_AUTH: {
    forbidden: {
      what: '{{providerName}} does not allow this{{status}}.',
      fix: 'Check the key and its permissions in Settings.',
    },
    'forbidden-mute': {
      what: '{{providerName}}, or something on the way to it, does not allow this{{status}}. It gave no reason.',
      fix: 'A firewall, a proxy or a filter in the network may have blocked the request. Try another network, or ask the administrator of yours. Otherwise, check the key and its permissions in Settings.',
    },
    key: {
      what: '{{providerName}} rejected the key{{status}}.',
      fix: 'Enter a valid key in Settings.',
    },
    region: {
      what: '{{providerName}} is not available in the country or region that this computer seems to be in{{status}}.',
      fix: 'A VPN or a proxy may make it look like another country. Otherwise, use another provider.',
    },
    'signed-out': {
      what: '{{providerName}} is not signed in, or its sign-in was rejected{{status}}.',
      fix: 'Sign in with it in a terminal: {{signIn}}',
    },
  },
  PROVIDER_RATE_LIMIT: {
    busy: {
      what: '{{providerName}} is not accepting more requests right now{{status}}.',
      fix: 'Wait a moment, then try again.',
    },
    'too-much': {
      what: 'This request exceeds what {{providerName}} allows your account to send at once{{status}}.',
      fix: 'Choose another model, or start a new chat with less text and fewer attachments.',
    },
    unpaid: {
      what: '{{providerName}} requires payment{{status}}.',
      fix: 'Check your account balance there.',
    },
  },
  PROVIDER_OVERLOADED: {
    overloaded: { what: '{{providerName}} is having problems{{status}}.', fix: 'Try again later.' },
    resources: {
      what: '{{providerName}} ran out of resources before it finished the answer ({{finishReason}}).',
      kept: 'The text so far is kept.',
      fix: 'Try again later.',
    },
  },
  PROVIDER_BAD_REQUEST: {
    blocked: {
      what: '{{providerName}} blocked the question ({{finishReason}}).',
      fix: 'Rephrase it, or ask another model.',
    },
    language: {
      what: '{{providerName}} does not answer in this language ({{finishReason}}).',
      fix: 'Ask in another language, or ask another model.',
    },
    memory: {
      what: '{{providerName}} does not have enough memory for this model{{status}}.',
      fix: 'Choose a smaller model or a smaller context, or close other programs.',
    },
    redirect: {
      what: '{{providerName}} at {{address}} redirects to {{target}}. Parley does not follow redirects.',
      fix: 'If that address is correct, enter it in Settings. If it is the sign-in page of your network, open it in your browser.',
    },
    'redirect-unknown': {
      what: '{{providerName}} at {{address}} redirects to another page. Parley does not follow redirects.',
      fix: 'Check its address in Settings.',
    },
    refused: { what: '{{providerName}} rejected the request{{status}}.' },
    'refused-without-reason': {
      what: '{{providerName}} rejected the request{{status}}.',
      fix: 'Check the model and its address in Settings.',
    },
    region: {
      what: '{{providerName}} is not available in the country or region that this computer seems to be in{{status}}.',
      fix: 'A VPN or a proxy may make it look like another country. Otherwise, use another provider.',
    },
    'too-large': {
      what: '{{providerName}}, or a proxy in front of it, does not accept a request of this size{{status}}.',
      fix: 'Remove attachments, or start a new chat.',
    },
  },
  PROVIDER_UNREACHABLE: {
    ...webErrors.PROVIDER_UNREACHABLE,
    ...networkErrors,
    'agent-offline': {
      what: '{{providerName}} could not reach its model.',
      fix: 'Check that this computer is online and that the address of the agent in Settings is correct. If your network leads to the internet only through a proxy, set HTTPS_PROXY to its address and restart Parley.',
    },
    closed: { what: '{{providerName}} at {{address}} closed the connection without an answer.' },
    'name-not-found': { what: 'The host name in {{address}} could not be found.' },
    'no-answer': { what: '{{providerName}} did not respond within {{seconds, number}}\u00a0s.' },
    'no-models': {
      what: '{{providerName}} did not send its models within {{seconds, number}}\u00a0s.',
      fix: 'Try again, or check its address in Settings.',
    },
    'nothing-there': { what: 'Nothing is responding at {{address}}.' },
    unreachable: { what: '{{providerName}} at {{address}} could not be reached{{networkCode}}.' },
  },
  PROVIDER_PROTOCOL: {
    'batch-incomplete': {
      what: '{{providerName}} has not answered everything in its batch.',
      fix: 'Resume to ask for the rest.',
    },
    'batch-lost': {
      what: '{{providerName}} no longer has the batch. Its answers are lost, and may have been charged for.',
      fix: 'Resume to ask again.',
    },
    ...webErrors.PROVIDER_PROTOCOL,
    'continuation-empty': {
      what: 'The model added nothing to this answer before it reached its limit.',
      fix: 'Try again, with a higher limit for the length of answers or a lower reasoning effort.',
    },
    'summary-empty': {
      what: 'The model wrote no summary.',
      fix: 'Try again, or choose another model. The chat is unchanged.',
    },
    'summary-incomplete': {
      what: 'The model did not finish the summary, so it was discarded.',
      fix: 'Try again, or choose another model. The chat is unchanged.',
    },
    'broken-call': {
      what: 'The model of {{providerName}} made an invalid tool call ({{finishReason}}).',
      kept: 'The text before it is kept.',
    },
    'broken-off': {
      what: 'The connection to {{providerName}} ended in the middle of the answer.',
      kept: 'The text so far is kept.',
    },
    'call-as-text': {
      what: 'The model wrote a call of {{toolName}} as text, and {{providerName}} did not turn it into a call. Nothing was executed.',
      fix: 'Turn on tool calls in the settings of the server, choose another model, or turn tools off for this chat.',
    },
    'call-missing': {
      what: '{{providerName}} announced a tool call but did not send one. Nothing was executed.',
      kept: 'The text so far is kept.',
      fix: 'Try again. If it happens again, choose another model, or turn tools off for this chat.',
    },
    encoding: {
      what: '{{providerName}} compressed its answer in a way that Parley cannot read ({{encoding}}).',
    },
    error: { what: '{{providerName}} reported an error{{status}}.' },
    'finish-failed': {
      what: '{{providerName}} aborted the answer ({{finishReason}}).',
      kept: 'The text so far is kept.',
    },
    'finish-unknown': {
      what: '{{providerName}} ended the answer for an unknown reason: “{{finishReason}}”.',
      kept: 'The text so far is kept but may be incomplete.',
    },
    'headers-too-large': {
      what: '{{providerName}} sent headers that are too large.',
      fix: 'A proxy may have added them.',
    },
    'needs-tls': {
      what: '{{providerName}} at {{address}} expects an encrypted connection.',
      fix: 'Change its address in Settings so that it starts with https://.',
    },
    'no-list': {
      what: '{{providerName}} did not return a list of models.',
      fix: 'Check its address in Settings. It usually ends in {{ending}}.',
    },
    'no-model-ids': {
      what: '{{providerName}} returned a list of models without their ids, so none of them can be used.',
      fix: 'Check its address in Settings. Every entry of the list needs the field “{{field}}”; a newer version of the server may send it.',
    },
    'no-stream': {
      what: '{{providerName}} did not return an event stream.',
      fix: 'Check its address in Settings.',
    },
    'not-http': {
      what: 'The response from {{providerName}} is not HTTP.',
      fix: 'Check its address and port in Settings.',
    },
    'not-tls': {
      what: '{{providerName}} does not respond with TLS.',
      fix: 'Check in Settings whether its address should start with http:// or https://.',
    },
    'status-unknown': { what: '{{providerName}} answered with an invalid status{{status}}.' },
    'tool-calls-invalid': {
      what: 'The model made invalid tool calls several times in a row.',
      fix: 'Try again, or choose another model. What it did before that is kept.',
    },
    unfinished: {
      what: '{{providerName}} ended the answer before it was complete.',
      kept: 'The text so far is kept.',
    },
    unreadable: {
      what: '{{providerName}} sent data that Parley could not read.',
      kept: 'The text before it is kept.',
    },
    'went-dead': {
      what: 'The connection to {{providerName}} went dead in the middle of the answer. The network may have changed, or this computer was asleep.',
      kept: 'The text so far is kept.',
    },
    'web-page': {
      what: '{{providerName}} returned a web page.',
      fix: 'Check its address in Settings. If it is correct, a proxy, a filter or the sign-in page of the network answered in its place.',
    },
  },
} as const
