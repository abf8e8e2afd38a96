/** Errors of the tools for the web, as in `en/errors/web.ts`. */
export const webErrors = {
  INVALID_INPUT: {
    'search-none': {
      what: 'Es ist kein Suchdienst eingerichtet, deshalb suchen nur Modelle von OpenAI, Anthropic und Google.',
      fix: 'Wähle einen in den Einstellungen.',
    },
    'web-private': {
      what: '{{host}} ist auf diesem Computer oder in einem privaten Netz.',
      fix: 'In den Einstellungen lässt sich das erlauben.',
    },
  },
  LIMIT_REACHED: {
    'web-redirects': { what: '{{host}} leitet zu oft weiter.' },
    'web-size': { what: 'Die Seite von {{host}} ist größer als {{mebibytes, number}} MB.' },
  },
  TIMEOUT: { web: { what: '{{host}} hat länger als {{seconds, number}}\u00a0s gebraucht.' } },
  PROVIDER_UNREACHABLE: {
    web: {
      what: '{{host}} ist nicht erreichbar{{networkCode}}.',
      fix: 'Versuche es später erneut. Wenn dieses Netz nur über einen Proxy ins Internet führt, muss HTTPS_PROXY auf seine Adresse gesetzt sein.',
    },
  },
  PROVIDER_PROTOCOL: {
    'no-results': { what: '{{providerName}} hat keine Suchergebnisse geliefert.' },
    'no-searxng': {
      what: '{{address}} hat keine Suchergebnisse geliefert.',
      fix: 'Prüfe die Adresse und aktiviere dort in den Einstellungen das Format „json“.',
    },
    web: { what: 'Die Seite von {{host}} konnte nicht gelesen werden.' },
  },
}
