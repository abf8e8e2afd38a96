/** Errors of the tools for the web, by code. Models get them too. */
export const webErrors = {
  INVALID_INPUT: {
    'search-none': {
      what: 'No search provider is set up, so only models of OpenAI, Anthropic and Google can search.',
      fix: 'Choose one in Settings.',
    },
    'web-private': {
      what: '{{host}} is on this computer or in a private network.',
      fix: 'It can be allowed in Settings.',
    },
  },
  LIMIT_REACHED: {
    'web-redirects': { what: '{{host}} redirects too many times.' },
    'web-size': { what: 'The page at {{host}} is larger than {{mebibytes, number}} MB.' },
  },
  TIMEOUT: { web: { what: '{{host}} took longer than {{seconds, number}}\u00a0s.' } },
  PROVIDER_UNREACHABLE: {
    web: {
      what: '{{host}} could not be reached{{networkCode}}.',
      fix: 'Try again later. If this network leads to the internet only through a proxy, HTTPS_PROXY has to be set to its address.',
    },
  },
  PROVIDER_PROTOCOL: {
    'no-results': { what: '{{providerName}} did not return search results.' },
    'no-searxng': {
      what: '{{address}} did not return search results.',
      fix: 'Check the address, and enable the format “json” in its settings.',
    },
    web: { what: 'The page from {{host}} could not be read.' },
  },
} as const
