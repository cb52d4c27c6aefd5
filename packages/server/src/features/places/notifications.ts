import { type NotificationDefinition, toItsCreator } from '../../domain/notifications/kind.ts'

/** The place of his playdate has been edited, or is gone; the playdate stays where he planned it. */
export const playdatePlaceChanged: NotificationDefinition<'playdate.placeChanged'> = {
  outside: {
    ...toItsCreator,
    text: {
      title: {
        nl: 'De plek van je speelafspraak is gewijzigd',
        en: 'The place of your playdate was edited',
        de: 'Der Ort deiner Verabredung wurde bearbeitet',
        fr: 'Le lieu de ton rendez-vous a été modifié',
        es: 'Han editado el sitio de tu quedada',
      },
      body: {
        nl: 'Je speelafspraak van {when} blijft waar je hem gepland had. Kijk of dat nog klopt.',
        en: 'Your playdate on {when} stays where you planned it. See whether that is still right.',
        de: 'Deine Verabredung am {when} bleibt, wo du sie geplant hast. Schau, ob das noch stimmt.',
        fr: 'Ton rendez-vous du {when} reste là où tu l’avais prévu. Vérifie que c’est toujours bon.',
        es: 'Tu quedada del {when} sigue donde la planeaste. Mira si aún es correcto.',
      },
    },
  },
}
