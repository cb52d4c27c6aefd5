import type { Texts } from '../../platform/texts.ts'

export const texts = {
  'notification.unknown': {
    nl: 'Deze melding bestaat niet (meer).',
    en: 'This notification could not be found.',
    de: 'Diese Mitteilung gibt es nicht (mehr).',
    fr: 'Cette notification n’existe pas (ou plus).',
    es: 'Esta notificación no existe o ya no está.',
  },
  'settings.timeZone': {
    nl: 'Deze tijdzone kennen we niet',
    en: 'We do not know this time zone',
    de: 'Diese Zeitzone kennen wir nicht',
    fr: 'Nous ne connaissons pas ce fuseau horaire',
    es: 'No conocemos esta zona horaria',
  },
  'settings.reminders': {
    nl: 'Kies hooguit 5 herinneringen, van 5 minuten tot een week van tevoren',
    en: 'Choose at most 5 reminders, from 5 minutes to a week before',
    de: 'Wähle höchstens 5 Erinnerungen, von 5 Minuten bis zu einer Woche vorher',
    fr: 'Choisis 5 rappels au plus, de 5 minutes à une semaine avant',
    es: 'Elige 5 recordatorios como máximo, entre 5 minutos y una semana antes',
  },
  'settings.papaDays': {
    nl: 'Kies ochtenden en middagen van maandag tot en met zondag',
    en: 'Choose mornings and afternoons from Monday to Sunday',
    de: 'Wähle Vormittage und Nachmittage von Montag bis Sonntag',
    fr: 'Choisis des matins et des après-midi du lundi au dimanche',
    es: 'Elige mañanas y tardes de lunes a domingo',
  },
} satisfies Texts
