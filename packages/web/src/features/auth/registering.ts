/** The values of the registration form, in a separate file so that the form can load later. */
export type RegisterFields = {
  firstName: string
  lastName: string
  username: string
  email: string
  password: string
  confirmPassword: string
  phoneNumber: string
  city: string
  bio: string
  profileImage: string
}

/** The fields, and the picture from this device. */
export type Registering = { fields: RegisterFields; picture: Blob | undefined }

const emptyFields: RegisterFields = {
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
  phoneNumber: '',
  city: '',
  bio: '',
  profileImage: '',
}

export const emptyRegistration: Registering = { fields: emptyFields, picture: undefined }
