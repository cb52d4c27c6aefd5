import type { Texts } from '../../platform/texts.ts'

export const texts = {
  'recovery.unknownToken': {
    nl: 'Deze link werkt niet meer. Vraag een nieuwe aan.',
    en: 'This link no longer works. Request a new one.',
    de: 'Dieser Link gilt nicht (mehr). Fordere einen neuen an.',
    fr: 'Ce lien ne fonctionne pas (ou plus). Demandes-en un nouveau.',
    es: 'Este enlace no funciona o ya no es válido. Pide uno nuevo.',
  },
  // The same for a wrong code, an old one, and one that was asked for elsewhere.
  'auth.wrongCode': {
    nl: 'Deze code klopt niet of is verlopen. Vraag hier een nieuwe aan.',
    en: 'This code is wrong or has expired. Ask for a new one here.',
    de: 'Dieser Code stimmt nicht oder ist abgelaufen. Fordere hier einen neuen an.',
    fr: 'Ce code est faux ou a expiré. Demandes-en un nouveau ici.',
    es: 'Este código no es correcto o ha caducado. Pide uno nuevo aquí.',
  },
  'code.sixDigits': {
    nl: 'Een code heeft zes cijfers',
    en: 'A code has six digits',
    de: 'Ein Code hat sechs Ziffern',
    fr: 'Un code a six chiffres',
    es: 'Un código tiene seis cifras',
  },
  'mail.unavailable': {
    nl: 'We kunnen nu geen mail versturen. Probeer het over een paar minuten nog eens.',
    en: 'We cannot send mail right now. Please try again in a few minutes.',
    de: 'Wir können gerade keine Mail verschicken. Versuch es in ein paar Minuten noch einmal.',
    fr: 'Nous ne pouvons pas envoyer de mail pour l’instant. Réessaie dans quelques minutes.',
    es: 'Ahora mismo no podemos enviar correos. Inténtalo de nuevo en unos minutos.',
  },
} satisfies Texts
