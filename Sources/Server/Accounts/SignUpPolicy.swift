/// Who can create an account on a server.
public enum SignUpPolicy: String, CaseIterable, Sendable {
  case open, invitation, closed
}
