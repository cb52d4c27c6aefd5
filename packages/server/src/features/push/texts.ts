import type { Texts } from '../../platform/texts.ts'

export const texts = {
  'push.off': {
    nl: 'Meldingen staan op deze server uit.',
    en: 'Notifications are switched off on this server.',
    de: 'Mitteilungen sind auf diesem Server ausgeschaltet.',
    fr: 'Les notifications sont désactivées sur ce serveur.',
    es: 'Las notificaciones están desactivadas en este servidor.',
  },
  'push.unknown': {
    nl: 'Dit apparaat krijgt geen meldingen (meer).',
    en: 'This device gets no notifications.',
    de: 'Dieses Gerät erhält keine Mitteilungen (mehr).',
    fr: 'Cet appareil ne reçoit pas (ou plus) de notifications.',
    es: 'Este dispositivo no recibe notificaciones (o ya no).',
  },
  'push.endpoint': {
    nl: 'Dit is geen adres van een meldingsdienst',
    en: 'This is not the address of a push service',
    de: 'Das ist keine Adresse eines Push-Dienstes',
    fr: 'Ce n’est pas l’adresse d’un service de notifications',
    es: 'Esta no es la dirección de un servicio de notificaciones',
  },
  'push.keys': {
    nl: 'Deze sleutels kloppen niet',
    en: 'These keys are not right',
    de: 'Diese Schlüssel stimmen nicht',
    fr: 'Ces clés ne sont pas valables',
    es: 'Estas claves no son correctas',
  },
} satisfies Texts
