public import Ledger

/// An answer as the page shows it: sentences first, then plots and the numbers behind them, and what can be
/// chosen.
///
/// The page draws every report the same way, so that another analysis costs it nothing.
public struct Report: Equatable, Sendable {
  public var title = ""
  /// What can be chosen, in order; the common filters last.
  public var controls: [Control] = []
  /// The answer in words: the first sentence is what a player remembers.
  public var answer: [String] = []
  public var sections: [Section] = []

  public init(_ title: String = "") { self.title = title }

  /// A choice among values. A chosen value is part of the next ``Question``.
  public struct Control: Sendable {
    public enum Role: UInt8, Sendable {
      /// Belongs to the question itself.
      case question
      /// Narrows what is counted; the page folds these away.
      case filter
    }

    public struct Option: Sendable {
      public let value: String
      public let label: String

      public init(_ value: String, _ label: String) { (self.value, self.label) = (value, label) }
    }

    /// Its name in a ``Question``.
    public let name: String
    public let label: String
    public let role: Role
    /// The first is the default.
    public let options: [Option]
    public let chosen: String

    public init(
      _ name: String, _ label: String, _ role: Role = .question, _ options: [Option],
      chosen: String
    ) {
      (self.name, self.label, self.role) = (name, label, role)
      (self.options, self.chosen) = (options, chosen)
    }
  }

  public struct Section: Sendable {
    public var heading = ""
    public var text: [String] = []
    public var plot: Plot?
    public var table: Table?
    public var actions: [Action] = []

    public init(
      _ heading: String = "", _ text: [String] = [], plot: Plot? = nil, table: Table? = nil,
      actions: [Action] = []
    ) {
      (self.heading, self.text, self.plot) = (heading, text, plot)
      (self.table, self.actions) = (table, actions)
    }
  }

  /// The numbers behind a plot; folded away below one, in sight without.
  public struct Table: Sendable {
    public var heads: [String]
    public var rows: [Line]

    public struct Line: Sendable {
      /// The first names the line.
      public var cells: [String]
      /// What the first cell links to.
      public var row: RowID?

      public init(_ cells: [String], row: RowID? = nil) { (self.cells, self.row) = (cells, row) }
    }

    public init(_ heads: [String], _ rows: [Line] = []) { (self.heads, self.rows) = (heads, rows) }
  }

  /// What can be done with an answer.
  public struct Action: Sendable {
    public enum Deed: Sendable {
      /// Asks something else.
      case ask(Question.Subject, [Question.Choice])
      /// Begins an experiment on a field of reeds or tests, by its name in exports, and an outcome; with the two arms, as an
      /// experiment keeps them, if they are known.
      case experiment(field: String, outcome: String, arms: [String] = [])
      /// Opens a row.
      case open(RowID)
      /// Does not show a suggestion again.
      case dismiss(String)
    }

    public let label: String
    public let deed: Deed

    public init(_ label: String, _ deed: Deed) { (self.label, self.deed) = (label, deed) }
  }
}
