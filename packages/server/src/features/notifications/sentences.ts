import type { Sentence } from '../../platform/texts.ts'

export const openPapadag: Sentence = {
  nl: 'Openen in Papadag',
  en: 'Open in Papadag',
  de: 'In Papadag öffnen',
  fr: 'Ouvrir dans Papadag',
  es: 'Abrir en Papadag',
}

export const howToStop: Sentence = {
  nl: 'Je krijgt deze mail omdat hij in je instellingen aanstaat. Daar zet je hem ook uit.',
  en: 'You get this e-mail because it is switched on in your settings. You can switch it off there.',
  de: 'Du bekommst diese E-Mail, weil sie in deinen Einstellungen eingeschaltet ist. Dort kannst du sie ausschalten.',
  fr: 'Tu reçois cet e-mail parce qu’il est activé dans tes réglages. Tu peux l’y désactiver.',
  es: 'Recibes este correo porque está activado en tus ajustes. Allí puedes desactivarlo.',
}

/** Of mails that no setting switches off. */
export const aboutAccount: Sentence = {
  nl: 'Je krijgt deze mail omdat het om de toegang tot je account gaat.',
  en: 'You get this e-mail because it is about access to your account.',
  de: 'Du bekommst diese E-Mail, weil es um den Zugang zu deinem Konto geht.',
  fr: 'Tu reçois cet e-mail parce qu’il s’agit de l’accès à ton compte.',
  es: 'Recibes este correo porque se trata del acceso a tu cuenta.',
}

export const stopMails: Sentence = {
  nl: 'Of zet zulke mails meteen uit',
  en: 'Or switch off e-mails like this right away',
  de: 'Oder schalte solche E-Mails gleich aus',
  fr: 'Ou désactive ces e-mails tout de suite',
  es: 'O desactiva estos correos ahora mismo',
}
