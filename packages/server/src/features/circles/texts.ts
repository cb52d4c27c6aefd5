import type { Texts } from '../../platform/texts.ts'

export const texts = {
  'circle.unknown': {
    nl: 'Deze kring bestaat niet (meer).',
    en: 'This circle could not be found.',
    de: 'Diesen Kreis gibt es nicht (mehr).',
    fr: 'Ce cercle n’existe pas (ou plus).',
    es: 'Este círculo no existe o ya no está.',
  },
  'circle.noCard': {
    nl: 'Deze vraag is er niet meer.',
    en: 'This question is no longer there.',
    de: 'Diese Frage gibt es nicht mehr.',
    fr: 'Cette question n’existe plus.',
    es: 'Esta pregunta ya no está.',
  },
  'circle.noMember': {
    nl: 'Deze papa zit niet (meer) in de kring.',
    en: 'This dad is not in the circle.',
    de: 'Dieser Vater ist nicht (mehr) im Kreis.',
    fr: 'Ce père ne fait pas (ou plus) partie du cercle.',
    es: 'Este padre no está (o ya no está) en el círculo.',
  },
  'circle.notKeeper': {
    nl: 'Alleen een beheerder van de kring kan dit.',
    en: 'Only a keeper of the circle can do this.',
    de: 'Das kann nur, wer den Kreis betreut.',
    fr: 'Seul un responsable du cercle peut le faire.',
    es: 'Solo puede hacerlo un responsable del círculo.',
  },
  'circle.notContact': {
    nl: 'Je kunt alleen papa’s vragen die je kent: van een speelafspraak, of uit een chat waarin jullie allebei schreven.',
    en: 'You can only ask dads you know: from a playdate, or from a chat in which you have both written.',
    de: 'Du kannst nur Väter fragen, die du kennst: von einer Verabredung oder aus einem Chat, in dem ihr beide geschrieben habt.',
    fr: 'Tu ne peux inviter que des pères que tu connais : par un rendez-vous, ou par une conversation où vous avez écrit tous les deux.',
    es: 'Solo puedes invitar a padres que conoces: de una quedada o de un chat en el que ambos habéis escrito.',
  },
  'circle.notRegular': {
    nl: 'Dat kun je zelf aanbieden als je drie keer met deze kring hebt afgesproken.',
    en: 'You can offer that yourself once you have met this circle three times.',
    de: 'Das kannst du selbst anbieten, sobald du diesen Kreis dreimal getroffen hast.',
    fr: 'Tu pourras le proposer toi-même après trois rencontres avec ce cercle.',
    es: 'Podrás ofrecerlo tú mismo cuando hayas quedado tres veces con este círculo.',
  },
  'circle.full': {
    nl: 'De kring is vol: er passen dertig papa’s in.',
    en: 'The circle is full: it has room for thirty dads.',
    de: 'Der Kreis ist voll: Er hat Platz für dreißig Väter.',
    fr: 'Le cercle est complet : il peut réunir trente pères.',
    es: 'El círculo está completo: caben treinta padres.',
  },
  'circle.tooMany': {
    nl: 'Je zit al in twintig kringen. Verlaat er eerst een.',
    en: 'You are already in twenty circles. Leave one of them first.',
    de: 'Du bist schon in zwanzig Kreisen. Verlass zuerst einen davon.',
    fr: 'Tu es déjà dans vingt cercles. Quittes-en d’abord un.',
    es: 'Ya estás en veinte círculos. Sal primero de uno.',
  },
  'circle.codeUnknown': {
    nl: 'Deze code werkt niet (meer). Vraag een nieuwe aan wie hem je gaf.',
    en: 'This code does not work, or no longer. Ask whoever gave it to you for a new one.',
    de: 'Dieser Code gilt nicht (mehr). Frag den, von dem du ihn hast, nach einem neuen.',
    fr: 'Ce code ne fonctionne pas (ou plus). Demandes-en un nouveau à celui qui te l’a donné.',
    es: 'Este código no sirve o ya no sirve. Pide uno nuevo a quien te lo dio.',
  },
  'circle.notYet': {
    nl: 'Papadag wordt net bijgewerkt. Probeer het over tien minuten nog eens.',
    en: 'Papadag is being updated. Please try again in ten minutes.',
    de: 'Papadag wird gerade aktualisiert. Versuch es in zehn Minuten noch einmal.',
    fr: 'Papadag est en cours de mise à jour. Réessaie dans dix minutes.',
    es: 'Papadag se está actualizando. Vuelve a intentarlo dentro de diez minutos.',
  },
} satisfies Texts
