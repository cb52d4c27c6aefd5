/** The reasons for a cancellation that need one tap. */
export const cancelReasonKinds = ['illChild', 'weather', 'work', 'other'] as const
