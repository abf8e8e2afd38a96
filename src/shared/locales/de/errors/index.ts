import { agentErrors } from './agent'
import { appErrors } from './app'
import { inputErrors } from './input'
import { providerErrors } from './provider'
import { storeErrors } from './store'
import { unavailableErrors } from './unavailable'

/** Error texts by code and reason, and what the window adds to them. */
export const errors = {
  ...agentErrors,
  SERVER_FAILED: {},
  ...appErrors,
  ...inputErrors,
  ...providerErrors,
  ...storeErrors,
  ...unavailableErrors,
  advice: {
    local: 'Prüfe, ob {{providerName}} läuft und ob die Adresse in den Einstellungen stimmt.',
    online:
      'Prüfe, ob dieser Computer online ist und ob die Adresse von {{providerName}} in den Einstellungen stimmt. Wenn dein Netz nur über einen Proxy ins Internet führt, setze HTTPS_PROXY auf seine Adresse und starte Parley neu.',
    unknown: 'Versuche es erneut oder prüfe die Adresse in den Einstellungen.',
  },
  firstError: 'Dein Text bleibt erhalten. Der erste Fehler war: {{message}}',
  install: { command: 'Installationsbefehl', copy: 'Befehl kopieren' },
  retry: {
    agent: '{{providerName}} konnte sein Modell nicht erreichen.',
    auth: 'Die Anmeldung von {{providerName}} wurde abgelehnt{{status}}.',
    overloaded: '{{providerName}} hat gerade Probleme{{status}}.',
    rateLimited: '{{providerName}} nimmt gerade keine weiteren Anfragen an{{status}}.',
    unreachable: '{{providerName}} war nicht erreichbar.',
  },
  /** When a provider that is busy wants to be asked again. */
  retryIn: {
    days_one: 'Versuche es in {{count, number}} Tag erneut.',
    days_other: 'Versuche es in {{count, number}} Tagen erneut.',
    hours_one: 'Versuche es in {{count, number}} Stunde erneut.',
    hours_other: 'Versuche es in {{count, number}} Stunden erneut.',
    minutes_one: 'Versuche es in {{count, number}} Minute erneut.',
    minutes_other: 'Versuche es in {{count, number}} Minuten erneut.',
    seconds_one: 'Versuche es in {{count, number}} Sekunde erneut.',
    seconds_other: 'Versuche es in {{count, number}} Sekunden erneut.',
  },
  said: 'Die Meldung lautet: {{said}}',
} as const
