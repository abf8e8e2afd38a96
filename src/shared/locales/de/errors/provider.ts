import { networkErrors } from './network'
import { webErrors } from './web'

/** Errors of providers, as in `en/errors/provider.ts`. */
export const providerErrors = {
  PROVIDER_AUTH: {
    forbidden: {
      what: '{{providerName}} erlaubt das nicht{{status}}.',
      fix: 'Prüfe in den Einstellungen den Schlüssel und seine Berechtigungen.',
    },
    'forbidden-mute': {
      what: '{{providerName}}, oder etwas auf dem Weg dorthin, erlaubt das nicht{{status}}. Ein Grund wurde nicht genannt.',
      fix: 'Vielleicht hat eine Firewall, ein Proxy oder ein Filter im Netz die Anfrage blockiert. Versuche es in einem anderen Netz oder frage die Administration deines Netzes. Prüfe andernfalls in den Einstellungen den Schlüssel und seine Berechtigungen.',
    },
    key: {
      what: '{{providerName}} hat den Schlüssel abgelehnt{{status}}.',
      fix: 'Gib in den Einstellungen einen gültigen Schlüssel ein.',
    },
    region: {
      what: '{{providerName}} ist in dem Land oder der Region, in der dieser Computer zu sein scheint, nicht verfügbar{{status}}.',
      fix: 'Vielleicht lässt ein VPN oder ein Proxy ihn in einem anderen Land erscheinen. Verwende andernfalls einen anderen Anbieter.',
    },
    'signed-out': {
      what: '{{providerName}} ist nicht angemeldet, oder die Anmeldung wurde abgelehnt{{status}}.',
      fix: 'Melde dich in einem Terminal an: {{signIn}}',
    },
  },
  PROVIDER_RATE_LIMIT: {
    busy: {
      what: '{{providerName}} nimmt gerade keine weiteren Anfragen an{{status}}.',
      fix: 'Warte kurz und versuche es dann erneut.',
    },
    'too-much': {
      what: 'Diese Anfrage übersteigt, was {{providerName}} deinem Konto auf einmal erlaubt{{status}}.',
      fix: 'Wähle ein anderes Modell oder beginne einen neuen Chat mit weniger Text und weniger Anhängen.',
    },
    unpaid: {
      what: '{{providerName}} verlangt eine Zahlung{{status}}.',
      fix: 'Prüfe das Guthaben deines Kontos dort.',
    },
  },
  PROVIDER_OVERLOADED: {
    overloaded: {
      what: '{{providerName}} hat gerade Probleme{{status}}.',
      fix: 'Versuche es später erneut.',
    },
    resources: {
      what: 'Die Ressourcen von {{providerName}} haben nicht gereicht, um die Antwort zu vollenden ({{finishReason}}).',
      kept: 'Der bisherige Text bleibt erhalten.',
      fix: 'Versuche es später erneut.',
    },
  },
  PROVIDER_BAD_REQUEST: {
    blocked: {
      what: '{{providerName}} hat die Frage blockiert ({{finishReason}}).',
      fix: 'Formuliere sie um oder frage ein anderes Modell.',
    },
    language: {
      what: '{{providerName}} antwortet in dieser Sprache nicht ({{finishReason}}).',
      fix: 'Frage in einer anderen Sprache oder frage ein anderes Modell.',
    },
    memory: {
      what: '{{providerName}} hat nicht genug Speicher für dieses Modell{{status}}.',
      fix: 'Wähle ein kleineres Modell oder einen kleineren Kontext, oder schließe andere Programme.',
    },
    redirect: {
      what: '{{providerName}} leitet von {{address}} zu {{target}} weiter. Parley folgt Weiterleitungen nicht.',
      fix: 'Wenn diese Adresse stimmt, gib sie in den Einstellungen ein. Wenn sie die Anmeldeseite deines Netzes ist, öffne sie in deinem Browser.',
    },
    'redirect-unknown': {
      what: '{{providerName}} unter {{address}} leitet auf eine andere Seite weiter. Parley folgt Weiterleitungen nicht.',
      fix: 'Prüfe die Adresse in den Einstellungen.',
    },
    refused: { what: '{{providerName}} hat die Anfrage abgelehnt{{status}}.' },
    'refused-without-reason': {
      what: '{{providerName}} hat die Anfrage abgelehnt{{status}}.',
      fix: 'Prüfe in den Einstellungen das Modell und seine Adresse.',
    },
    region: {
      what: '{{providerName}} ist in dem Land oder der Region, in der dieser Computer zu sein scheint, nicht verfügbar{{status}}.',
      fix: 'Vielleicht lässt ein VPN oder ein Proxy ihn in einem anderen Land erscheinen. Verwende andernfalls einen anderen Anbieter.',
    },
    'too-large': {
      what: '{{providerName}}, oder ein Proxy davor, nimmt eine Anfrage dieser Größe nicht an{{status}}.',
      fix: 'Entferne Anhänge oder beginne einen neuen Chat.',
    },
  },
  PROVIDER_UNREACHABLE: {
    ...webErrors.PROVIDER_UNREACHABLE,
    ...networkErrors,
    'agent-offline': {
      what: '{{providerName}} konnte sein Modell nicht erreichen.',
      fix: 'Prüfe, ob dieser Computer online ist und ob die Adresse des Agenten in den Einstellungen stimmt. Wenn dein Netz nur über einen Proxy ins Internet führt, setze HTTPS_PROXY auf seine Adresse und starte Parley neu.',
    },
    closed: { what: '{{providerName}} unter {{address}} hat die Verbindung ohne Antwort geschlossen.' },
    'name-not-found': { what: 'Der Hostname in {{address}} wurde nicht gefunden.' },
    'no-answer': { what: '{{providerName}} hat innerhalb von {{seconds, number}}\u00a0s nicht geantwortet.' },
    'no-models': {
      what: '{{providerName}} hat seine Modelle nicht innerhalb von {{seconds, number}}\u00a0s gesendet.',
      fix: 'Versuche es erneut oder prüfe die Adresse in den Einstellungen.',
    },
    'nothing-there': { what: 'Unter {{address}} antwortet nichts.' },
    unreachable: { what: '{{providerName}} ist unter {{address}} nicht erreichbar{{networkCode}}.' },
  },
  PROVIDER_PROTOCOL: {
    'batch-incomplete': {
      what: '{{providerName}} hat nicht alles in seinem Batch beantwortet.',
      fix: 'Setze den Lauf fort, um nach dem Rest zu fragen.',
    },
    'batch-lost': {
      what: '{{providerName}} kennt den Batch nicht mehr. Seine Antworten sind verloren und wurden vielleicht berechnet.',
      fix: 'Setze den Lauf fort, um erneut zu fragen.',
    },
    ...webErrors.PROVIDER_PROTOCOL,
    'continuation-empty': {
      what: 'Das Modell hat diese Antwort nicht fortgesetzt, bevor es sein Limit erreicht hat.',
      fix: 'Versuche es erneut, mit einem höheren Limit für die Länge von Antworten oder weniger Denkaufwand.',
    },
    'summary-empty': {
      what: 'Das Modell hat keine Zusammenfassung geschrieben.',
      fix: 'Versuche es erneut oder wähle ein anderes Modell. Der Chat ist unverändert.',
    },
    'summary-incomplete': {
      what: 'Das Modell hat die Zusammenfassung nicht beendet, deshalb wurde sie verworfen.',
      fix: 'Versuche es erneut oder wähle ein anderes Modell. Der Chat ist unverändert.',
    },
    'broken-call': {
      what: 'Das Modell von {{providerName}} hat einen ungültigen Werkzeugaufruf gesendet ({{finishReason}}).',
      kept: 'Der Text davor bleibt erhalten.',
    },
    'broken-off': {
      what: 'Die Verbindung zu {{providerName}} ist mitten in der Antwort abgebrochen.',
      kept: 'Der bisherige Text bleibt erhalten.',
    },
    'call-as-text': {
      what: 'Das Modell hat einen Aufruf von {{toolName}} als Text geschrieben, und {{providerName}} hat keinen Aufruf daraus gemacht. Ausgeführt wurde nichts.',
      fix: 'Schalte Werkzeugaufrufe in den Einstellungen des Servers ein, wähle ein anderes Modell oder schalte Werkzeuge für diesen Chat aus.',
    },
    'call-missing': {
      what: '{{providerName}} hat einen Werkzeugaufruf angekündigt, aber keinen gesendet. Ausgeführt wurde nichts.',
      kept: 'Der bisherige Text bleibt erhalten.',
      fix: 'Versuche es erneut. Wenn es wieder geschieht, wähle ein anderes Modell oder schalte Werkzeuge für diesen Chat aus.',
    },
    encoding: {
      what: '{{providerName}} hat die Antwort so komprimiert, dass Parley sie nicht lesen kann ({{encoding}}).',
    },
    error: { what: '{{providerName}} hat einen Fehler gemeldet{{status}}.' },
    'finish-failed': {
      what: '{{providerName}} hat die Antwort abgebrochen ({{finishReason}}).',
      kept: 'Der bisherige Text bleibt erhalten.',
    },
    'finish-unknown': {
      what: '{{providerName}} hat die Antwort aus einem unbekannten Grund beendet: „{{finishReason}}“.',
      kept: 'Der bisherige Text bleibt erhalten, ist aber vielleicht unvollständig.',
    },
    'headers-too-large': {
      what: '{{providerName}} hat zu große Kopfzeilen gesendet.',
      fix: 'Vielleicht hat ein Proxy sie hinzugefügt.',
    },
    'needs-tls': {
      what: '{{providerName}} unter {{address}} erwartet eine verschlüsselte Verbindung.',
      fix: 'Ändere die Adresse in den Einstellungen so, dass sie mit https:// beginnt.',
    },
    'no-list': {
      what: '{{providerName}} hat keine Modellliste geliefert.',
      fix: 'Prüfe die Adresse in den Einstellungen. Sie endet meist auf {{ending}}.',
    },
    'no-model-ids': {
      what: '{{providerName}} hat eine Liste von Modellen ohne deren Ids gesendet, deshalb ist keines davon verwendbar.',
      fix: 'Prüfe die Adresse in den Einstellungen. Jeder Eintrag der Liste braucht das Feld „{{field}}“; vielleicht sendet es eine neuere Version des Servers.',
    },
    'no-stream': {
      what: '{{providerName}} hat keinen Ereignisstrom geliefert.',
      fix: 'Prüfe die Adresse in den Einstellungen.',
    },
    'not-http': {
      what: 'Die Antwort von {{providerName}} ist kein HTTP.',
      fix: 'Prüfe Adresse und Port in den Einstellungen.',
    },
    'not-tls': {
      what: '{{providerName}} antwortet nicht mit TLS.',
      fix: 'Prüfe in den Einstellungen, ob die Adresse mit http:// oder https:// beginnen muss.',
    },
    'status-unknown': { what: '{{providerName}} hat mit einem ungültigen Status geantwortet{{status}}.' },
    'tool-calls-invalid': {
      what: 'Das Modell hat mehrmals nacheinander ungültige Werkzeugaufrufe gesendet.',
      fix: 'Versuche es noch einmal, oder wähle ein anderes Modell. Was es davor getan hat, bleibt erhalten.',
    },
    unfinished: {
      what: '{{providerName}} hat die Antwort beendet, bevor sie vollständig war.',
      kept: 'Der bisherige Text bleibt erhalten.',
    },
    unreadable: {
      what: '{{providerName}} hat Daten gesendet, die Parley nicht lesen konnte.',
      kept: 'Der Text davor bleibt erhalten.',
    },
    'went-dead': {
      what: 'Die Verbindung zu {{providerName}} ist mitten in der Antwort abgerissen. Vielleicht hat sich das Netz geändert, oder dieser Computer hat geschlafen.',
      kept: 'Der bisherige Text bleibt erhalten.',
    },
    'web-page': {
      what: '{{providerName}} hat eine Webseite geliefert.',
      fix: 'Prüfe die Adresse in den Einstellungen. Wenn sie stimmt, hat ein Proxy, ein Filter oder die Anmeldeseite des Netzes an ihrer Stelle geantwortet.',
    },
  },
} as const
