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
      'Prüfe, ob dieser Computer online ist und ob die Adresse von {{providerName}} in den Einstellungen stimmt.',
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
  said: 'Die Meldung lautet: {{said}}',
} as const
