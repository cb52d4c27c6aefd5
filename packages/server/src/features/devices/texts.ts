import type { Texts } from '../../platform/texts.ts'

export const texts = {
  'device.unknown': {
    nl: 'Dit apparaat is al uitgelogd.',
    en: 'This device is already logged out.',
    de: 'Dieses Gerät ist schon abgemeldet.',
    fr: 'Cet appareil est déjà déconnecté.',
    es: 'Este dispositivo ya no tiene la sesión abierta.',
  },
  // The same for an unknown name, a wrong code and a used one.
  'auth.wrongRecoveryCode': {
    nl: 'Deze naam en herstelcode horen niet bij elkaar, of de code is al gebruikt.',
    en: 'This name and recovery code do not belong together, or the code has been used.',
    de: 'Name und Wiederherstellungscode passen nicht zusammen, oder der Code wurde schon benutzt.',
    fr: 'Ce nom et ce code de secours ne vont pas ensemble, ou le code a déjà servi.',
    es: 'Este nombre y este código de recuperación no coinciden, o el código ya se ha usado.',
  },
  'handover.unknown': {
    nl: 'Deze code klopt niet of is verlopen. Een code werkt een minuut.',
    en: 'This code is wrong or has expired. A code works for a minute.',
    de: 'Dieser Code stimmt nicht oder ist abgelaufen. Ein Code gilt eine Minute.',
    fr: 'Ce code est faux ou a expiré. Un code fonctionne pendant une minute.',
    es: 'Este código no es correcto o ha caducado. Un código funciona durante un minuto.',
  },
} satisfies Texts
