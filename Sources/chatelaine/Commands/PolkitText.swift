/// The polkit action and rules of the system service. A test compares them with the files in Packaging/polkit.
enum PolkitText {
    /// The actions that the service asks for.
    static let policy = #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE policyconfig PUBLIC "-//freedesktop//DTD polkit Policy Configuration 1.0//EN"
          "http://www.freedesktop.org/software/polkit/policyconfig-1.dtd">
        <policyconfig>
          <vendor>Chatelaine</vendor>

          <!-- Asked for by the system service alone, which is why the account “chatelaine” is the owner: only the owner and root ask for
               programs of others, and only they say what $(program) and $(reason) are. The password is the user's own, wherever the program
               runs: a login over the network has an authentication agent of its own (pkttyagent), or none, and then no user is asked. -->
          <action id="io.github.chatelaine.authenticate">
            <description>Confirm your presence for a program that uses your keychain</description>
            <message>Authenticate to confirm your presence to the program “$(program)”. Its reason: “$(reason)”</message>
            <icon_name>dialog-password</icon_name>
            <defaults>
              <allow_any>auth_self</allow_any>
              <allow_inactive>auth_self</allow_inactive>
              <allow_active>auth_self</allow_active>
            </defaults>
            <annotate key="org.freedesktop.policykit.owner">unix-user:chatelaine</annotate>
          </action>

          <!-- For programs that take an answer of a while ago. It is kept for the process that asked, and only for active local sessions. -->
          <action id="io.github.chatelaine.authenticate.keep">
            <description>Confirm your presence for a program that uses your keychain for a while</description>
            <message>Authenticate to confirm your presence to the program “$(program)” for a while. Its reason: “$(reason)”</message>
            <icon_name>dialog-password</icon_name>
            <defaults>
              <allow_any>auth_self</allow_any>
              <allow_inactive>auth_self</allow_inactive>
              <allow_active>auth_self_keep</allow_active>
            </defaults>
            <annotate key="org.freedesktop.policykit.owner">unix-user:chatelaine</annotate>
          </action>
        </policyconfig>

        """#

    /// The rules that let the service use fprintd.
    static let rules = #"""
        // The system service has fprintd compare a finger with the prints of the requesting program's user. It enrols and removes none.
        polkit.addRule(function(action, subject) {
            if (subject.user == "chatelaine" &&
                (action.id == "net.reactivated.fprint.device.setusername" || action.id == "net.reactivated.fprint.device.verify")) {
                return polkit.Result.YES;
            }
            return polkit.Result.NOT_HANDLED;
        });

        """#
}
