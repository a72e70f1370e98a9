import HTTP

/// The errors of signing in and of accounts. A failed sign-in does not reveal whether the name exists.
extension ServerError {
  static let noSession = refusal(
    .unauthorized, code: "no_session",
    message: "You are not signed in. Your work is safe on this device. "
      + "Sign in to sync it with the server again.")

  static let otherAccount = refusal(
    .conflict, code: "other_account",
    message: "Another account is signed in here now. Nothing was changed. "
      + "Check which account it is and try again.")

  static let wrongPassword = refusal(
    .unauthorized, code: "wrong_password",
    message: "The name or the password is wrong. Nothing was changed, and your work is safe on "
      + "this device. Check both and try again.")

  static let hashingBusy = refusal(
    .unavailable, code: "hashing_busy",
    message: "Many people are signing in right now. Nothing was changed, and your work is safe on "
      + "this device. Try again in a few seconds.",
    headers: ["Retry-After": "3"])

  static func tooManyAttempts(wait milliseconds: Int64) -> ServerError {
    let seconds = max((milliseconds + 999) / 1_000, 1)
    let words = seconds < 91 ? "\(seconds) seconds" : "\((seconds + 59) / 60) minutes"
    return refusal(
      .tooManyRequests, code: "too_many_attempts",
      message: "Too many attempts in a short time. Nothing is locked, and your work is "
        + "safe on this device. Wait \(words) and try again.",
      headers: ["Retry-After": "\(seconds)"])
  }

  static func tooManyRequests(wait milliseconds: Int64) -> ServerError {
    refusal(
      .tooManyRequests, code: "too_many_requests",
      message: "This device sent too many requests. Your work is safe on it, and it will try "
        + "again automatically.",
      headers: ["Retry-After": "\(max((milliseconds + 999) / 1_000, 1))"])
  }

  static let signUpClosed = refusal(
    .forbidden, code: "signup_closed",
    message: "This server does not accept new accounts. Your work is safe on this device. "
      + "Ask whoever runs the server for an account.")

  static let invitationNeeded = refusal(
    .forbidden, code: "invitation_needed",
    message: "You need an invitation to create an account here. Your work is safe on this device. "
      + "Ask whoever runs the server for a link.")

  static let invitationUsed = refusal(
    .forbidden, code: "invitation_used",
    message: "This invitation was already used or has expired. Your work is safe on this "
      + "device. Ask whoever runs the server for a new one.")

  static let linkUsed = refusal(
    .forbidden, code: "link_used",
    message: "This link was already used or has expired. Nothing was changed, and your work "
      + "is safe on this device. Ask for a new link; on your own machine, restart the server "
      + "to get one.")

  static let nameTaken = refusal(
    .conflict, code: "name_taken",
    message: "That name is already taken. Nothing was changed. "
      + "Choose another, or sign in if it is yours.")

  static let nameWrong = refusal(
    .unprocessable, code: "name_wrong",
    message: "A name needs 1 to 64 visible characters. Nothing was changed. "
      + "Choose another: an email address or any name will do.")

  static let passwordShort = refusal(
    .unprocessable, code: "password_short",
    message: "The password is too short. Nothing was changed. Use at least 8 characters; "
      + "15 or more are better, and a few words are easy to remember.")

  static let passwordLong = refusal(
    .unprocessable, code: "password_long",
    message: "The password is too long. Nothing was changed. Use at most 256 bytes: plain letters "
      + "take one each, others up to four.")

  static let passwordCommon = refusal(
    .unprocessable, code: "password_common",
    message: "That password is easy to guess. Nothing was changed. "
      + "Choose another, such as a few words that nobody else would combine.")

  static let notProved = refusal(
    .forbidden, code: "not_proved",
    message: "Please confirm that it is you. Nothing was changed. "
      + "Enter your password or open a new sign-in link, then try again within ten minutes.")

  static let noSuchDevice = refusal(
    .notFound, code: "not_found",
    message: "That device is no longer signed in. Nothing was changed. "
      + "Reload the list of devices.")

  static let notJSON = refusal(
    .unsupportedMediaType, code: "not_json",
    message: "Send plain `application/json`. Nothing was changed.")

  static let badJSON = refusal(
    .badRequest, code: "bad_json",
    message: "The server cannot read what was sent. Nothing was changed. Reload the app.")
}
